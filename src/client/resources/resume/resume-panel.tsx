import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatFileSize } from '#shared/format.ts'
import { type ResumeWarning, resumeWarnings } from '#shared/resume-warnings.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Download, TriangleAlert } from '#ui/icons.ts'
import { parseApiError } from '../../api/errors.ts'
import { saveFile } from '../../api/files.ts'

const pdf = 'application/pdf'

type ResumePanelProps = {
  resume: { name: string; size: number; type: string; warnings: readonly ResumeWarning[] }
  /** Unique per resume: its key in the query cache. */
  resumeKey: string
  fetchResume: () => Promise<File>
  /** Reads the text of a Word document. */
  fetchText: () => Promise<{ text: string; problem: string }>
  /** Fills the height that there is, instead of a height of its own. */
  isFilling?: boolean
  /** Shown above the resume. */
  children?: ReactNode
}

/** A resume: shows a PDF inline, of a Word document the text, and offers each as a download. */
export function ResumePanel(props: ResumePanelProps) {
  const { resume, resumeKey, fetchResume, fetchText, isFilling = false } = props
  const [isBusy, setIsBusy] = useState(false)

  async function download() {
    setIsBusy(true)
    try {
      saveFile(await fetchResume(), resume.name)
    } catch (error) {
      notify({ type: 'error', message: `The download failed. ${parseApiError(error).detail}` })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section
      aria-labelledby="resume"
      className={classNames(
        'flex flex-col rounded bg-raised shadow-low',
        isFilling ? 'h-full min-h-0 p-3' : 'p-5',
      )}
    >
      <div
        className={classNames(
          'flex flex-wrap items-center justify-between gap-3',
          isFilling ? 'mb-2' : 'mb-4',
        )}
      >
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
      {props.children && <div className="mb-3 empty:hidden">{props.children}</div>}
      {resume.type === pdf ? (
        <PdfView
          resumeKey={resumeKey}
          fetchResume={fetchResume}
          isFilling={isFilling}
          name={resume.name}
        />
      ) : (
        <TextView
          resumeKey={resumeKey}
          fetchText={fetchText}
          isFilling={isFilling}
          name={resume.name}
        />
      )}
    </section>
  )
}

const heightOf = (isFilling: boolean) => (isFilling ? 'min-h-80 grow' : 'h-[70dvh] min-h-96')

/** The query of a resume, which never changes. It is kept for a while, so that it can be fetched ahead. */
export const resumeQuery = (
  resumeKey: string,
  {
    type,
    fetchResume,
    fetchText,
  }: Pick<ResumePanelProps, 'fetchResume' | 'fetchText'> & { type: string },
) => (type === pdf ? pdfQuery(resumeKey, fetchResume) : textQuery(resumeKey, fetchText))

const kept = { gcTime: 60_000, staleTime: 'static' } as const

const pdfQuery = (resumeKey: string, queryFn: ResumePanelProps['fetchResume']) => ({
  ...kept,
  queryKey: ['resume', resumeKey],
  queryFn,
})

const textQuery = (resumeKey: string, queryFn: ResumePanelProps['fetchText']) => ({
  ...kept,
  queryKey: ['resume text', resumeKey],
  queryFn,
})

type ViewProps = { resumeKey: string; name: string; isFilling: boolean }

function PdfView(props: ViewProps & Pick<ResumePanelProps, 'fetchResume'>) {
  const { resumeKey, fetchResume, name, isFilling } = props
  const resume = useQuery(pdfQuery(resumeKey, fetchResume))
  const url = useObjectUrl(resume.data)
  const isBroken = useIsBroken(resume.data)
  if (resume.error) {
    return <ErrorState text={parseApiError(resume.error).detail} onRetry={resume.refetch} />
  }
  if (!navigator.pdfViewerEnabled) {
    return <Note text="This browser shows no PDFs in a page. Download it to read it." />
  }
  if (!url) return <Skeleton className={`w-full rounded ${heightOf(isFilling)}`} />
  return (
    <>
      {isBroken && (
        <Note text="This PDF seems to be damaged. If it does not show here, download it to try another program." />
      )}
      <iframe
        src={`${url}#view=FitH&navpanes=0`}
        title={`Resume: ${name}`}
        className={`w-full rounded bg-sand print:hidden ${heightOf(isFilling)}`}
      />
    </>
  )
}

function TextView(props: ViewProps & Pick<ResumePanelProps, 'fetchText'>) {
  const { resumeKey, fetchText, name, isFilling } = props
  const read = useQuery(textQuery(resumeKey, fetchText))
  if (read.error) {
    return <ErrorState text={parseApiError(read.error).detail} onRetry={read.refetch} />
  }
  if (!read.data) return <Skeleton className={`w-full rounded ${heightOf(isFilling)}`} />
  if (read.data.problem) return <Note text={read.data.problem} />
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label={`Text of ${name}`}
      className={classNames(
        'overflow-y-auto whitespace-pre-wrap wrap-anywhere rounded bg-sand p-5 leading-relaxed',
        isFilling ? heightOf(true) : 'not-print:max-h-[70dvh]',
      )}
    >
      {read.data.text}
    </section>
  )
}

const Note = ({ text }: { text: string }) => (
  <p className="rounded bg-sand px-4 py-8 text-center text-muted">{text}</p>
)

/** Whether a PDF has no table of its parts where its end says: browsers would show an empty frame. */
function useIsBroken(file: File | undefined) {
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    let isLatest = true
    if (file) isBrokenPdf(file).then((found) => isLatest && setIsBroken(found))
    return () => {
      isLatest = false
    }
  }, [file])
  return isBroken
}

async function isBrokenPdf(file: File) {
  const end = await file.slice(-2048).text()
  const offset = Number(/startxref\s+(\d+)(?![\s\S]*startxref)/.exec(end)?.[1] ?? Number.NaN)
  const table = await file.slice(offset, offset + 40).text()
  return !/^\s*(xref|\d+\s+\d+\s+obj)/.test(table)
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
