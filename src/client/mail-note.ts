import { createContext, use } from 'react'

/** Whether a mail server is set up, from the data of the first page. */
export const MailContext = createContext(true)

/** Whether emails leave. Otherwise they wait in the outbox until a mail server is set up. */
export const useIsMailSetUp = () => use(MailContext)

/** What staff are told after the promise of an email; empty once a mail server is set up. */
export const useMailNote = () =>
  useIsMailSetUp() ? '' : ' No mail server is set up yet: emails wait in the outbox until then.'
