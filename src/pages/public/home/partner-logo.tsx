export type Partner = {
  name: string
  /** The wordmark's large line and its small line below. */
  lines: readonly [string, string]
  /** The SVG path of the sign, on 48 by 48, filled by the even-odd rule. */
  sign: string
}

/** A partner's logo: a sign beside a name in two lines. */
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
