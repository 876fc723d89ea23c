import { useState } from 'react'
import { useRead, useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { formatDateTime } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { TextArea } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { OverviewPanel } from '#ui/overview-panel.tsx'
import type { PrivacyRequest } from '../own-contract.ts'
import { declineLengthMax, type Reason } from '../validation.ts'

const reasonLabels: Record<Reason, string> = {
  APPLICATION: 'an application that is open',
  CERTIFICATE: 'a valid certificate',
  TESTIMONIAL: 'a testimonial by this name',
}

/** Those who asked to be erased and wait for a decision. @param onLook shows what is stored of one */
export function PrivacyRequests({ onLook }: { onLook: (email: string) => void }) {
  const { data } = useRead('personalData.requests', { page_size: 100 })
  const [declining, setDeclining] = useState<PrivacyRequest>()
  if (!data?.total_items) return null
  return (
    <OverviewPanel title="Requests to be erased">
      <ul className="grid">
        {data.results.map((request) => (
          <li
            key={request.id}
            className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-2 last:border-0"
          >
            <div className="min-w-0 text-sm">
              <p className="wrap-anywhere font-semibold">{request.email}</p>
              <p className="text-muted">
                {formatDateTime(request.created_at)} ·{' '}
                {request.reasons.map((reason) => reasonLabels[reason]).join(', ')}
              </p>
            </div>
            <div className="flex gap-2">
              <Button size="sm" onClick={() => onLook(request.email)}>
                Look
              </Button>
              <Button size="sm" variant="secondary" onClick={() => setDeclining(request)}>
                Decline
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {declining && <DeclineDialog request={declining} onClose={() => setDeclining(undefined)} />}
    </OverviewPanel>
  )
}

function DeclineDialog({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const decline = useWrite('personalData.decline')
  const form = useCallForm({ reason: '' }, async ({ reason }) => {
    const { detail } = await decline.mutateAsync({ id: request.id, reason })
    notify({ type: 'success', message: detail })
    onClose()
  })
  return (
    <FormDialog
      title="Decline the request?"
      description={<span className="wrap-anywhere">{request.email}</span>}
      submitLabel="Decline"
      {...form.dialog}
      onClose={onClose}
    >
      <TextArea
        {...form.field('reason')}
        label="Why"
        hint="They get it by email."
        rows={4}
        maxLength={declineLengthMax}
        required
      />
    </FormDialog>
  )
}
