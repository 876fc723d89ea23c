import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { parseErrorBody } from '#client/api/errors.ts'
import { apiUrl } from '#client/api/fetch.ts'
import { saveFile } from '#client/api/files.ts'
import { notify } from '#ui/feedback/notify.ts'

const stepMs = 2000

const messages = {
  generating: 'Generating your certificate...',
  preparing: 'Preparing download...',
  completed: 'Download completed! Redirecting...',
  failed: 'Failed to process certificate. Redirecting...',
} as const

/** What the link in the email carries; the signature is missing where somebody typed the address. */
type CertificateLink = { email: string; signature: string | undefined }

/**
 * Downloads the certificate step by step, and then redirects home. Leaving the page aborts the download: nothing is
 * saved afterwards.
 */
export function CertificateDownload({ email, signature }: CertificateLink) {
  const step = useDownload(email, signature)
  const isDone = step === 'completed' || step === 'failed'
  return (
    <div className="flex flex-col items-center text-center">
      <div
        aria-hidden="true"
        className={
          isDone
            ? 'size-16 opacity-0'
            : 'size-16 animate-spin rounded-full border-4 border-primary border-r-transparent'
        }
      />
      <p
        role="status"
        className={`mt-8 font-bold text-xl ${step === 'failed' ? 'text-error' : ''}`}
      >
        {messages[step]}
      </p>
      <p className="mt-3 max-w-full text-muted wrap-anywhere">{email}</p>
    </div>
  )
}

function useDownload(email: string, signature: string | undefined) {
  const [step, setStep] = useState<keyof typeof messages>('generating')
  const navigate = useNavigate()

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving

    async function run() {
      setStep('generating')
      await waitForStep(signal)
      setStep('preparing')
      await waitForStep(signal)
      let reason: string | null = null
      try {
        saveFile(await fetchCertificate({ email, signature }, signal))
        signal.throwIfAborted()
        setStep('completed')
      } catch (error) {
        signal.throwIfAborted()
        setStep('failed')
        if (error instanceof RevokedError) reason = error.message
      }
      await waitForStep(signal)
      await navigate('/', { replace: true })
      // Stays until it is closed: the page behind it has gone, and with it the chance to read on.
      if (reason) notify({ type: 'info', message: reason, durationMs: Number.POSITIVE_INFINITY })
    }
    run().catch((reason) => {
      if (!signal.aborted) throw reason
    })
    return () => leaving.abort()
  }, [email, signature, navigate])

  return step
}

/** Waits for one step. @throws if the visitor has left the page */
function waitForStep(signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, stepMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** Tells the graduate that the certificate was revoked. */
class RevokedError extends Error {}

/** @throws if the server has no certificate, or returns an empty file */
async function fetchCertificate({ email, signature }: CertificateLink, signal: AbortSignal) {
  const url = apiUrl('/students/certificate/')
  url.searchParams.set('email', email)
  if (signature) url.searchParams.set('signature', signature)
  const response = await fetch(url, { signal })
  if (response.status === 410) {
    throw new RevokedError(parseErrorBody(response.status, await response.json()).detail)
  }
  if (!response.ok) throw new Error(`The certificate was answered with ${response.status}`)
  const blob = await response.blob()
  if (blob.size === 0) throw new Error('The certificate came empty')
  return new File([blob], `certificate_${email}.pdf`, { type: 'application/pdf' })
}
