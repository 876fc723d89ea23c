import { createContext, use } from 'react'

/** The URL of the external avatar service with `{name}` in it; empty for none. */
export const AvatarUrlContext = createContext('')

/**
 * A person's picture from the external avatar service, if one is configured. It covers its container, which shows the
 * person's initials: they stay visible when the service can't be reached.
 */
export function AvatarPicture({ name }: { name: string }) {
  const url = use(AvatarUrlContext)
  if (!url) return null
  return (
    <img
      src={url.replace('{name}', encodeURIComponent(name))}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className="absolute inset-0 size-full object-cover"
    />
  )
}
