import { useState } from 'react'
import { RowGate } from '#client/resources/page/row-gate.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import type { Issue } from '../issues-contract.ts'
import { issueName } from '../validation.ts'
import { issuesPath } from './issues-path.ts'

// The editor is as heavy as the rest of the dashboard, and its form would move when it came alone.
const IssueTextForm = lazyComponent(() => import('./issue-text-form.tsx'), 'IssueTextForm')

/** Writes an issue that is not being sent yet. */
export const IssueEditor = ({ id }: { id: number }) => (
  <RowGate
    procedure="newsletterIssues.get"
    id={id}
    noun="issue"
    titleOf={issueName}
    listPath={issuesPath}
    isFresh
  >
    {(issue) => <IssueWhileDraft issue={issue} />}
  </RowGate>
)

/** The form stays when a colleague sends the issue meanwhile: the server refuses to save, and what was typed is there. */
function IssueWhileDraft({ issue }: { issue: Issue }) {
  const [isDraft] = useState(issue.status === 'DRAFT')
  if (isDraft) return <IssueTextForm issue={issue} />
  return (
    <EmptyState
      seed="sent-issue"
      title="This issue can no longer be changed"
      text="It was sent already, or is being sent."
      action={<ButtonLink to={issuesPath}>Back to the list</ButtonLink>}
    />
  )
}
