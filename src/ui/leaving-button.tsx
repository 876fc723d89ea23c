import { useLayoutEffect, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'

/**
 * A button that goes once its press is done. As it goes with the focus, its row of a list has it, if that can, else the
 * section around it.
 */
export function LeavingButton(props: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)

  useLayoutEffect(() => {
    const { current } = button
    return () => {
      if (current !== document.activeElement) return
      const around = current?.closest<HTMLElement>('li[tabindex],section')
      // That is -1 where it has none. A section that scrolls is reached by the Tab key, and stays so.
      around?.setAttribute('tabindex', `${around.tabIndex}`)
      around?.focus({ preventScroll: true })
    }
  }, [])

  return <Button {...props} ref={button} />
}
