import { useEffect, useRef } from 'react'
import { Form, type FormProps, useLocation } from 'react-router'

/**
 * A form that the browser sends before hydration (src/client/page/hydrate.ts), and React Router after it:
 * nobody waits for scripts to press its one button. It is not sent again before there is an answer.
 */
export function PlainForm(props: Omit<FormProps, 'onSubmit'>) {
  const { key } = useLocation()
  const isSent = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a navigation with a key of its own
  useEffect(() => {
    isSent.current = false
  }, [key])
  return (
    <Form
      {...props}
      data-plain=""
      onSubmit={(event) => {
        if (isSent.current) event.preventDefault()
        isSent.current = true
      }}
    />
  )
}
