import { Fragment } from 'react'
import { useCompany } from '#client/use-company.ts'
import { keepsAll } from '#shared/retention.ts'
import { howLongOf, type StoredData, storedData } from './stored-data.ts'

const questions = [
  ['what', 'What'],
  ['why', 'Why'],
  ['howLong', 'How long'],
  ['who', 'Who sees it'],
] as const satisfies readonly (readonly [Exclude<keyof StoredData, 'retained'>, string])[]

/** The stored personal data: for each purpose, the data, reason, retention and access. */
export function StoredDataList() {
  const { retention = keepsAll } = useCompany()
  return storedData.map((data) => (
    <Fragment key={data.id}>
      <h3 id={data.id} tabIndex={-1}>
        {data.title}
      </h3>
      <dl className="grid gap-x-6 gap-y-1 rounded bg-raised p-5 text-base leading-relaxed shadow-low sm:grid-cols-[7rem_1fr] sm:gap-y-3 sm:p-6">
        {questions.map(([key, label]) => (
          <Fragment key={key}>
            <dt className="font-semibold max-sm:[&:not(:first-child)]:mt-2">{label}</dt>
            <dd>{key === 'howLong' ? howLongOf(data, retention) : data[key]}</dd>
          </Fragment>
        ))}
      </dl>
    </Fragment>
  ))
}
