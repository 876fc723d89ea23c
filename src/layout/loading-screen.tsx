import { LogoMark } from './logo.tsx'

/** Shown while a whole screen is loading. */
export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-5">
      <LogoMark className="size-16 animate-pulse" />
      <p className="font-semibold text-muted">Loading...</p>
    </div>
  )
}
