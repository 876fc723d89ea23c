import { useEffect, useRef } from 'react'

/** Whether the part of the page is gone by now: what failed after that is told by `notify`. */
export function useIsLeft() {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return isLeft
}
