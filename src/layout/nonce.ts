import { createContext } from 'react'

/** The nonce of the page's scripts, for the Content-Security-Policy. Undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)
