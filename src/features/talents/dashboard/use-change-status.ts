import { parseApiError } from '#client/api/errors.ts'
import { useWrite } from '#client/api/queries.ts'
import { notify } from '#ui/feedback/notify.ts'
import type { Talent } from '../contract.ts'
import type { TalentStatus } from '../validation.ts'
import { fullName } from './labels.ts'
import { statusLabel } from './status-badge.tsx'

/** Sets a talent's status, and says so. */
export function useChangeStatus() {
  const write = useWrite('talents.changeStatus')
  return async (talent: Talent, status: TalentStatus) => {
    try {
      await write.mutateAsync({ id: talent.id, status })
      const message = `${fullName(talent)} is ${statusLabel(status).toLowerCase()} now.`
      notify({ type: 'success', message })
    } catch (error) {
      notify({ type: 'error', message: parseApiError(error).detail })
    }
  }
}
