import { useState } from 'react'
import { useRead } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceButtons } from '#ui/choice-buttons.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { IssueRow } from '../issues-contract.ts'

const views = [
  { value: 'phone', label: 'Phone' },
  { value: 'computer', label: 'Computer' },
  { value: 'text', label: 'Plain text' },
] as const

/** An issue as its subscribers get it. */
export function IssuePreview({ issue, onClose }: { issue: IssueRow; onClose: () => void }) {
  const [view, setView] = useState<(typeof views)[number]['value']>('phone')
  const { data, error, refetch } = useRead('newsletterIssues.preview', { id: issue.id })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={`Preview: ${issue.subject}`}
      description={data && `${Math.ceil(data.bytes / 1024)} kB. Nothing is sent.`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ChoiceButtons
        legend="Shown as"
        choices={views}
        chosen={view}
        onChoose={setView}
        className="mb-4 flex flex-wrap gap-1.5"
      />
      {data?.problems.map((problem) => (
        <p key={problem} className="mb-3 font-medium text-error text-sm">
          {problem}
        </p>
      ))}
      {!data ? (
        <NotLoaded error={error} refetch={refetch} block="h-96 w-full rounded" />
      ) : view === 'text' ? (
        <pre className="wrap-anywhere whitespace-pre-wrap rounded bg-sand p-4 text-sm">
          {data.text}
        </pre>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where the screen is narrower
        <section aria-label="Email" tabIndex={0} className="overflow-x-auto">
          <iframe
            title={`The issue on a ${view}`}
            sandbox=""
            srcDoc={data.html}
            className="h-[60dvh] max-w-none rounded border border-line"
            style={{ width: view === 'phone' ? 'min(360px, 100%)' : 1280 }}
          />
        </section>
      )}
    </Dialog>
  )
}
