import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { useNotifiedWrite } from '#client/api/use-notified-write.ts'
import { OverviewList } from '#client/resources/list/overview-list.tsx'
import { formatCount, formatDateTime } from '#shared/format.ts'
import { LeavingButton } from '#ui/leaving-button.tsx'
import type { Mention } from '../notes-contract.ts'
import { MentioningText } from './mentioning-text.tsx'

const shownMax = 6

/** Where colleagues mention the user in notes on applicants, until it is checked off. */
export function MyMentions() {
  const me = useUser()
  const { data, error, refetch } = useRead('applicationNotes.mentions', { page_size: shownMax })
  const write = useNotifiedWrite('applicationNotes.checkOff')
  const checkOff = ({ id, applicant }: Mention) =>
    write({ id, is_done: true }, () => `The mention at ${applicant} is checked off.`)
  return (
    <OverviewList
      title="Mentions of me"
      link={{ to: '/dashboard/applications?assignee=me', label: 'Assigned to me' }}
      rows={data?.results}
      error={error}
      refetch={refetch}
      lines={4}
      empty={`Nobody has mentioned you. “@${me.name}” in a note on an applicant does.`}
      more={data && <More count={data.total_items - shownMax} />}
    >
      {(mention) => (
        <li key={mention.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
          <div className="min-w-48 flex-1">
            <Link
              to={`/dashboard/applications/${mention.application}`}
              className="wrap-anywhere font-semibold underline-offset-4 hover:underline"
            >
              {mention.applicant}
            </Link>
            <p className="line-clamp-3 whitespace-pre-line wrap-anywhere text-sm">
              <MentioningText text={mention.text} people={[me]} />
            </p>
            <p className="text-muted text-xs">
              {mention.by}, {formatDateTime(mention.created_at)}, {mention.cohort_name}
            </p>
          </div>
          <LeavingButton
            variant="secondary"
            size="sm"
            aria-label={`Done: ${mention.applicant}`}
            onClick={() => checkOff(mention)}
          >
            Done
          </LeavingButton>
        </li>
      )}
    </OverviewList>
  )
}

const More = ({ count }: { count: number }) =>
  count > 0 && <li className="py-3 text-muted text-sm">and {formatCount(count)} more</li>
