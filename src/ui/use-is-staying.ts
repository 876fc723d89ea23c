import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Tells whether the visitor is still here, for what navigates after it has waited: the component is rendered, and no
 * other page is loading.
 */
export function useIsStaying(): () => boolean {
  const { state } = useNavigation()
  const isStaying = useRef(false)
  useEffect(() => {
    isStaying.current = state === 'idle'
    return () => {
      isStaying.current = false
    }
  }, [state])
  return () => isStaying.current
}
