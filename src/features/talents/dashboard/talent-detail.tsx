import { ChevronDown } from 'lucide-react'
import { api } from '#client/api/client.ts'
import { fileFromResponse } from '#client/api/files.ts'
import { DetailPage } from '#client/resources/detail-page.tsx'
import { ResumePanel } from '#client/resources/resume-panel.tsx'
import { fullName } from '#shared/full-name.ts'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { StatusBadge, statusOptions } from '#ui/status-badge.tsx'
import type { Talent } from '../contract.ts'
import { TalentFacts } from './talent-facts.tsx'
import { talentDeletion, talentStatusLooks, useTalentStatus } from './talent-status.ts'

/** A talent's details and resume. */
export function TalentDetailPage({ id }: { id: number }) {
  return (
    <DetailPage
      procedure="talents.get"
      id={id}
      noun="talent"
      list={{ path: '/dashboard/talents', title: 'Talents' }}
      rowName={fullName}
      goneText="They may have been deleted."
      deletion={talentDeletion}
      text={(talent) => (
        <>
          <StatusBadge looks={talentStatusLooks} status={talent.status} />
          {talent.headline}
        </>
      )}
      actions={(talent) => <TalentStatusMenu talent={talent} />}
    >
      {(talent) => (
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
          <TalentFacts talent={talent} />
          <ResumePanel
            resume={talent.resume}
            resumeKey={`talent ${id}`}
            fetchResume={async () => fileFromResponse(await api.talents.resume({ id }))}
          />
        </div>
      )}
    </DetailPage>
  )
}

/** Changes the status. The current one is not offered. */
function TalentStatusMenu({ talent }: { talent: Talent }) {
  const changeStatus = useTalentStatus()
  const trigger = (
    <>
      Change status
      <ChevronDown aria-hidden="true" className="-mr-1 size-4" />
    </>
  )
  return (
    <Menu trigger={trigger} variant="primary">
      {statusOptions(talentStatusLooks, talent.status).map(({ value, label }) => (
        <MenuItem key={value} onSelect={() => changeStatus(talent, value)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
