import { consumeEmailLimits } from '#platform/mail/email-limits.ts'
import type { TestApp } from './app.ts'

/** Uses up the emails to strangers that one client IP may cause in a day. */
export async function useUpEmails({ services }: TestApp, clientIp: string) {
  let count = 0
  const consume = () =>
    consumeEmailLimits(
      services.database,
      { clientIp },
      `stranger${count}@example.rw`,
      services.now(),
    )
  while (await consume()) count += 1
}
