import { useState } from 'react'
import { useRead } from '#client/api/queries.ts'
import { useNotifiedWrite } from '#client/api/use-notified-write.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { Panel } from './panel.tsx'

/** Whether the user gets the digest of the week. */
export function DigestPanel() {
  const { data, error, refetch } = useRead('overview.digest', undefined)
  const save = useNotifiedWrite('overview.saveDigest')
  /** What was chosen, until it is saved or refused. */
  const [chosen, setChosen] = useState<boolean>()

  async function choose(is_wanted: boolean) {
    setChosen(is_wanted)
    await save({ is_wanted }, () =>
      is_wanted ? 'You get the email on Mondays.' : 'You get no more email on Mondays.',
    )
    await refetch()
    setChosen(undefined)
  }

  return (
    <Panel title="Email on Mondays" text="At 7 in the morning, unless there is nothing to tell.">
      {data ? (
        <CheckboxField
          label="Write me what waits and how last week went"
          checked={chosen ?? data.is_wanted}
          onChange={({ target }) => void choose(target.checked)}
        />
      ) : (
        <NotLoaded error={error} refetch={refetch} block="h-6 w-full rounded" />
      )}
    </Panel>
  )
}
