import { z } from 'zod'
import { resumeWarningCodes } from './resume-warnings.ts'

/** A stored resume, as staff see it. */
export const resumeSchema = z.object({
  name: z.string(),
  size: z.number().int().describe('Bytes'),
  type: z.string(),
  warnings: z.array(z.enum(resumeWarningCodes)).describe('What to know before opening it'),
})

/** Where a search has found a word in a resume: a part of a sentence. */
export const resumeHitSchema = z.object({
  before: z.string(),
  word: z.string(),
  after: z.string(),
})
export type ResumeHit = z.infer<typeof resumeHitSchema>

/** The text of a stored resume. */
export const resumeTextSchema = z.object({
  text: z.string(),
  problem: z.string().describe('Why there is no text, or empty'),
})
