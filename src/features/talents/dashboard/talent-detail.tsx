import { api } from '#client/api/client.ts'
import { fileFromResponse } from '#client/api/files.ts'
import { DetailPage } from '#client/resources/detail-page.tsx'
import { ResumePanel } from '#client/resources/resume-panel.tsx'
import { useUndoStrip } from '#client/resources/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { StatusMenu } from '#ui/status-menu.tsx'
import { TalentFacts } from './talent-facts.tsx'
import { talentDeletion, talentStatusLooks, useTalentStatus } from './talent-status.ts'

/** A talent's details and resume. */
export function TalentDetailPage({ id }: { id: number }) {
  const { strip, show } = useUndoStrip()
  const { changeStatus } = useTalentStatus(show)
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
          <StatusMenu
            looks={talentStatusLooks}
            status={talent.status}
            name={fullName(talent)}
            onSelect={(status) => changeStatus(talent, status)}
          />
          {talent.headline}
        </>
      )}
    >
      {(talent) => (
        <>
          {strip}
          <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
            <TalentFacts talent={talent} />
            <ResumePanel
              resume={talent.resume}
              resumeKey={`talent ${id}`}
              fetchResume={async () => fileFromResponse(await api.talents.resume({ id }))}
              fetchText={() => api.talents.resumeText({ id })}
            />
          </div>
        </>
      )}
    </DetailPage>
  )
}
