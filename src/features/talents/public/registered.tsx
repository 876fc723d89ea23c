import { useEffect, useRef } from 'react'
import { useIsMailSetUp } from '#client/mail-note.ts'
import { useCompany } from '#client/use-company.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { DoneMark } from '#ui/feedback/done-mark.tsx'
import { Mail } from '#ui/icons.ts'
import { talentForm } from '../validation.ts'

const arrived = (isMailSetUp: boolean) =>
  isMailSetUp
    ? 'Thank you. Your profile and your resume have arrived, and we write to you to confirm it.'
    : 'Thank you. Your profile and your resume have arrived. Our emails are held up at the moment: the one that confirms it follows later.'

/** The confirmation of a registration. @param isJustSent moves the focus here from the closed form */
export function Registered({ isJustSent }: { isJustSent: boolean }) {
  const { email } = useCompany().contact
  const isMailSetUp = useIsMailSetUp()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isJustSent) heading.current?.focus({ preventScroll: true })
  }, [isJustSent])
  return (
    <div className="mx-auto flex max-w-2xl animate-rise flex-col items-center text-center">
      <DoneMark seed="murakoze" />
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        {talentForm.success}
      </h1>
      <p role="status" className="mt-4 text-lg text-muted">
        {arrived(isMailSetUp)} When an employer looks for somebody like you, you hear from us first.
      </p>
      <div className="mt-10 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/">Return to Home</ButtonLink>
        <a href={`mailto:${email}`} className={buttonClass({ variant: 'secondary' })}>
          <Mail aria-hidden="true" className="size-5" />
          {email}
        </a>
      </div>
    </div>
  )
}
