import { z } from 'zod'
import { flagSchema, idOr, idSchema, optionalText, requiredText } from '#shared/fields.ts'
import { expectedVersion } from '#shared/list-fields.ts'
import { procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import {
  criteriaMax,
  criteriaMin,
  criterionHintMax,
  criterionNameMax,
  scoreMax,
} from './validation.ts'

const criterionSchema = z.object({ id: z.number().int(), name: z.string(), hint: z.string() })
export type Criterion = z.infer<typeof criterionSchema>

const valueSchema = z.object({ criterion: z.number().int(), value: z.number().int() })

const scoringSchema = z.object({
  id: z.number().int(),
  by: z.string().describe('The name of the user'),
  mean: z.number(),
  scores: z.array(valueSchema),
})

const scoresSchema = z.object({
  id: z.number().int().describe("The application's"),
  cohort: z.number().int(),
  criteria: z.array(criterionSchema),
  mine: z.array(valueSchema),
  my_mean: z.number().nullable().describe('Null until every criterion has a score'),
  colleagues: z
    .array(scoringSchema)
    .describe('Who else has scored it by every criterion; empty until the user has'),
  hidden: z.number().int().describe('How many of them are hidden'),
  mean: z.number().nullable().describe('The mean of all, hidden as they are'),
})
export type ApplicationScores = z.infer<typeof scoresSchema>

const scorecardSchema = z.object({
  id: z.number().int().describe("The cohort's"),
  name: z.string(),
  updated_at: z.string().describe("The cohort's, as its criteria are part of it"),
  criteria: z.array(criterionSchema),
  scored: z.number().int().describe('How many of its applications somebody has scored'),
})
export type Scorecard = z.infer<typeof scorecardSchema>

const score = z
  .number({ error: 'Please give 1 to 4' })
  .int('Please give 1 to 4')
  .min(1, 'Please give 1 to 4')
  .max(scoreMax, 'Please give 1 to 4')

const howMany = `Please name ${criteriaMin} to ${criteriaMax} criteria, or none`

const criteriaInput = z
  .array(
    z.object({
      id: idOr('A valid id is required').nullish().describe('Of a criterion that stays'),
      name: requiredText('Each criterion needs a name', criterionNameMax),
      hint: optionalText(criterionHintMax).default(''),
    }),
    { error: howMany },
  )
  .refine(({ length }) => length === 0 || (length >= criteriaMin && length <= criteriaMax), howMany)

const staff = { tag: 'Application', access: recruiters } as const

export const applicationScoresContract = {
  get: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/applications/{id}/scores/',
      summary: "One's own scores of an application, and then those of colleagues",
    })
    .input(z.object({ id: idSchema }))
    .output(scoresSchema),
  score: procedure(staff)
    .route({
      method: 'PATCH',
      path: '/admin/applications/{id}/scores/',
      summary: "Give or take back one's own scores of an application",
    })
    .input(
      z.object({
        id: idSchema,
        scores: z
          .record(z.string().regex(/^[1-9]\d*$/), score.nullable(), {
            error: 'Please give a score',
          })
          .refine((scores) => Object.keys(scores).length > 0, 'Please give a score')
          .describe('By the id of the criterion, 1 to 4; null takes it back'),
      }),
    )
    .output(scoresSchema),
  criteria: procedure({ tag: 'Cohort', access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/cohorts/{id}/criteria/',
      summary: 'What the applications of a cohort are scored by',
    })
    .input(z.object({ id: idSchema }))
    .output(scorecardSchema),
  setCriteria: procedure({ tag: 'Cohort', alsoChanges: ['Application'], access: recruiters })
    .route({
      method: 'PATCH',
      path: '/admin/cohorts/{id}/criteria/',
      summary: 'Set what the applications of a cohort are scored by',
      description:
        'In their order. A criterion that is left out is archived with its scores, and comes back with them under its name.',
    })
    .input(
      z.object({
        id: idSchema,
        criteria: criteriaInput,
        is_confirmed: flagSchema
          .default(false)
          .describe('Required where applications are scored and a criterion comes or goes'),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(scorecardSchema),
}
