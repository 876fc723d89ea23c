import { createContext } from 'react'

/** Marks the scripts of the page while the server renders it; in the browser there is none. */
export const NonceContext = createContext<string | undefined>(undefined)
