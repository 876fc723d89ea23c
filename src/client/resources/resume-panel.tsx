import { useQuery } from '@tanstack/react-query'
import { Download, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatFileSize } from '#shared/format.ts'
import { type ResumeWarning, resumeWarnings } from '#shared/resume-warnings.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { parseApiError } from '../api/errors.ts'
import { saveFile } from '../api/files.ts'

const pdf = 'application/pdf'

type ResumePanelProps = {
  resume: { name: string; size: number; type: string; warnings: readonly ResumeWarning[] }
  /** Unique per resume: its key in the query cache. */
  resumeKey: string
  fetchResume: () => Promise<File>
}

/** A resume: shows a PDF inline, and offers any other file as a download. */
export function ResumePanel({ resume, resumeKey, fetchResume }: ResumePanelProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function download() {
    setIsBusy(true)
    try {
      saveFile(await fetchResume())
    } catch (error) {
      notify({ type: 'error', message: `The download failed. ${parseApiError(error).detail}` })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section aria-labelledby="resume" className="flex flex-col rounded bg-raised p-5 shadow-low">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id="resume" className="text-xl">
            Resume
          </h2>
          <p className="break-all text-muted text-sm">
            {resume.name} ({formatFileSize(resume.size)})
          </p>
        </div>
        <Button variant="secondary" size="sm" isBusy={isBusy} onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
      </div>
      {resume.warnings.length > 0 && (
        <ul aria-label="Warnings" className="mb-4 grid gap-2">
          {resume.warnings.map((warning) => (
            <li key={warning} className="flex gap-2 rounded bg-sand px-4 py-3 text-sm">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {resumeWarnings[warning]}
            </li>
          ))}
        </ul>
      )}
      {resume.type === pdf ? (
        <PdfView {...{ resumeKey, fetchResume }} name={resume.name} />
      ) : (
        <p className="rounded bg-sand px-4 py-8 text-center text-muted">
          A Word document shows once it is downloaded.
        </p>
      )}
    </section>
  )
}

type PdfViewProps = Pick<ResumePanelProps, 'resumeKey' | 'fetchResume'> & { name: string }

function PdfView({ resumeKey, fetchResume, name }: PdfViewProps) {
  const resume = useQuery({
    queryKey: ['resume', resumeKey],
    queryFn: fetchResume,
    gcTime: 0,
    // A stored resume never changes, and another object URL would begin it anew under the reader.
    staleTime: 'static',
  })
  const url = useObjectUrl(resume.data)
  if (resume.error) {
    return <ErrorState text={parseApiError(resume.error).detail} onRetry={resume.refetch} />
  }
  if (!url) return <Skeleton className="h-[70dvh] min-h-96 w-full rounded" />
  return (
    <iframe
      src={`${url}#view=FitH`}
      title={`Resume: ${name}`}
      className="h-[70dvh] min-h-96 w-full rounded bg-sand"
    />
  )
}

/** An object URL, revoked on unmount. Its type is always PDF, so that the file can run no script. */
function useObjectUrl(file: File | undefined) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(new Blob([file], { type: pdf }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
