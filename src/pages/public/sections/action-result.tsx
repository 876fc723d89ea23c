import { ButtonLink } from '#ui/button.tsx'

type ActionResultProps = {
  text: string
  isGood?: boolean
  /** Where to go on from here. */
  to: string
  linkText: string
}

/** What a page without further steps says after its action, or instead of it. */
export function ActionResult({ text, isGood = false, to, linkText }: ActionResultProps) {
  return (
    <>
      <p role="status" className={`mb-8 font-semibold text-xl ${isGood ? 'text-success' : ''}`}>
        {text}
      </p>
      <ButtonLink to={to}>{linkText}</ButtonLink>
    </>
  )
}
