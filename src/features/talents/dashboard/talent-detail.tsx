import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { fileFromResponse } from '#client/api/files.ts'
import { useRead } from '#client/api/queries.ts'
import { DetailPage } from '#client/resources/page/detail-page.tsx'
import { Neighbours } from '#client/resources/page/neighbours.tsx'
import { ResumePanel } from '#client/resources/resume/resume-panel.tsx'
import { StatusDialog } from '#client/resources/status/status-dialog.tsx'
import { StatusHistory } from '#client/resources/status/status-history.tsx'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { Button } from '#ui/button.tsx'
import { readListQuery } from '#ui/data-table/filters.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { StatusMenu } from '#ui/status-menu.tsx'
import { TalentFacts } from './talent-facts.tsx'
import { talentListSpec } from './talent-list-spec.ts'
import { talentDeletion, talentStatusLooks, useTalentStatus } from './talent-status.ts'

/** A talent's details and resume. */
export function TalentDetailPage({ id }: { id: number }) {
  const { strip, show } = useUndoStrip()
  const { changeStatus, changeShown } = useTalentStatus(show)
  const [isNoting, setIsNoting] = useState(false)
  return (
    <DetailPage
      procedure="talents.get"
      id={id}
      noun="talent"
      list={{ path: '/dashboard/talents', title: 'Talents' }}
      rowName={fullName}
      goneText="They may have been deleted."
      deletion={talentDeletion}
      navigation={<TalentNeighbours id={id} />}
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
      actions={() => <Button onClick={() => setIsNoting(true)}>Change status</Button>}
    >
      {(talent) => (
        <>
          {strip}
          <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
            <div className="grid grid-cols-1 gap-5">
              <TalentFacts talent={talent} />
              <StatusHistory
                looks={talentStatusLooks}
                history={talent.history}
                beganBy="The talent"
              />
            </div>
            <ResumePanel
              resume={talent.resume}
              resumeKey={`talent ${id}`}
              fetchResume={async () => fileFromResponse(await api.talents.resume({ id }))}
              fetchText={() => api.talents.resumeText({ id })}
            />
          </div>
          {isNoting && (
            <StatusDialog
              row={talent}
              rowName={fullName}
              looks={talentStatusLooks}
              hint="Kept in the history. The talent does not see them."
              onClose={() => setIsNoting(false)}
              change={changeShown}
            />
          )}
        </>
      )}
    </DetailPage>
  )
}

function TalentNeighbours({ id }: { id: number }) {
  const listUrl = useListUrl()
  const { filters, ordering } = readListQuery(listUrl, talentListSpec)
  const { data } = useRead('talents.neighbours', { id, ...filters, ordering })
  const hrefOf = (other: number) => `/dashboard/talents/${other}${listUrl.search}`
  return <Neighbours noun="talent" ids={data} hrefOf={hrefOf} />
}
