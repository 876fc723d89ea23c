import { useRead } from '#client/api/queries.ts'
import { ResumeHitText } from '#client/resources/resume/resume-hit.tsx'

/** What an applicant's resume says around the word that the list was searched for; nothing where it was not found. */
export function SearchedResume(props: { id: number; search: string | undefined }) {
  const { id, search = '' } = props
  return search === '' ? null : <Hit id={id} search={search} />
}

function Hit({ id, search }: { id: number; search: string }) {
  const { data } = useRead('applications.resumeHit', { id, search_query: search })
  return data?.hit && <ResumeHitText hit={data.hit} />
}
