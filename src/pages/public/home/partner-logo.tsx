export type Partner = {
  name: string
  /** What the wordmark says: its large line, and a small one below. */
  lines: readonly [string, string]
  /** Its sign, on 48 by 48, filled by the even-odd rule. */
  sign: string
}

/** A partner's wordmark: a drawn sign beside a name in two lines. */
export function PartnerLogo({ lines: [first, second], sign }: Partner) {
  return (
    <span className="inline-flex items-start gap-3 text-left">
      <svg aria-hidden="true" viewBox="0 0 48 48" className="size-11 shrink-0 fill-current">
        <path d={sign} fillRule="evenodd" />
      </svg>
      <span className="font-extrabold text-lg leading-none tracking-tight">
        {first}{' '}
        <span className="mt-1.5 block font-semibold text-xs leading-tight tracking-normal">
          {second}
        </span>
      </span>
    </span>
  )
}
