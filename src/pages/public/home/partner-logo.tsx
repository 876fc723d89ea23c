import { Image } from '#ui/image.tsx'
import { type DrawnLogo, drawnLogos } from './drawn-logos.ts'

type PartnerLogoProps = {
  name: string
  /** The URL of a picture, or empty. */
  logo: string
}

/** A partner's logo: its picture, what is drawn for its name, or the name itself. */
export function PartnerLogo({ name, logo }: PartnerLogoProps) {
  if (logo) {
    return (
      <Image
        src={logo}
        alt={name}
        width={160}
        height={56}
        objectFit="contain"
        className="w-40 max-w-full"
      />
    )
  }
  const drawn = Object.hasOwn(drawnLogos, name) && drawnLogos[name]
  if (drawn) return <Drawn {...drawn} />
  return <span className="wrap-anywhere font-extrabold text-lg leading-tight">{name}</span>
}

/** A sign beside a name in two lines. */
function Drawn({ lines: [first, second], sign }: DrawnLogo) {
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
