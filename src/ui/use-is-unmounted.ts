import { useEffect, useRef } from 'react'

/** Whether the component is gone by now, in `current`: what fails after that is told by `notify`. */
export function useIsUnmounted() {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
}
