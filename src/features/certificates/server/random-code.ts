import { randomInt } from 'node:crypto'
import { codeLength, codeLetters, toCode } from '../validation.ts'

const randomLetters = (length: number) =>
  Array.from({ length }, () => codeLetters[randomInt(codeLetters.length)]).join('')

/** Numbers are random, so that they reveal neither how many certificates there are nor the next number. */
export const newNumber = (issuedOn: string) => `${issuedOn.slice(0, 4)}-${randomLetters(6)}`

/** A code that nobody guesses: one of 5 × 10¹⁷. */
export const newCode = () => toCode(randomLetters(codeLength))
