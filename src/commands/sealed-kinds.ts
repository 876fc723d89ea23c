import type { Database } from '#database/open.ts'
import {
  countSealedIdentifications,
  sealAllIdentifications,
} from '#features/applications/server/seal-identifications.ts'
import type { Services } from '#platform/http/context.ts'
import { countSealedTexts, sealAllTexts } from '#platform/resumes/seal-resume-texts.ts'
import type { OnSealed, Sealed } from '#platform/security/seal-each.ts'
import { countSealedFiles, sealAllFiles } from '#platform/storage/seal-files.ts'

type Sealer = Pick<Services, 'database' | 'storage' | 'dataKeys' | 'now' | 'log'>

type SealedKind = {
  noun: string
  /** How many there are by the id of their data key; empty for those that are not sealed yet. */
  count(database: Database): Promise<Map<string, number>>
  /** Seals all of them with the first data key. */
  sealAll(services: Sealer, onSealed: OnSealed): Promise<Sealed>
}

/** All that the data keys seal. */
export const sealedKinds: readonly SealedKind[] = [
  {
    noun: 'resumes',
    count: countSealedFiles,
    sealAll: (services, onSealed) => sealAllFiles(services, services.dataKeys()[0].id, onSealed),
  },
  {
    noun: 'texts of resumes',
    count: countSealedTexts,
    sealAll: sealAllTexts,
  },
  {
    noun: 'national IDs',
    count: countSealedIdentifications,
    sealAll: sealAllIdentifications,
  },
]

/** Numbers of each kind, in words. @param numbers in the order of the kinds */
export function formatCounts(numbers: readonly number[]) {
  const parts = sealedKinds.map(({ noun }, index) => `${numbers[index] ?? 0} ${noun}`)
  return new Intl.ListFormat('en-GB').format(parts)
}
