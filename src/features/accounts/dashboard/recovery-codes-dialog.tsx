import { useEffect, useState } from 'react'
import { saveFile } from '#client/api/files.ts'
import { company } from '#shared/company.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useDiscardQuestion } from '#ui/overlays/use-discard-question.tsx'

const words = {
  title: 'Close without your recovery codes?',
  text: 'They are not shown again, and without your phone nothing else lets you in.',
  confirmLabel: 'Close',
}

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void }

/** Shows the recovery codes. They are shown only once, so it asks before they are left unconfirmed. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [isCopied, setIsCopied] = useState(false)
  const discard = useDiscardQuestion({ isDirty: true, isBusy: false, onDiscard: onClose, words })
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setIsCopied(true)
    } catch (error) {
      console.error('The codes could not be copied', error)
      notify({ type: 'error', message: 'The codes could not be copied. Please download them.' })
    }
  }

  function download() {
    const name = `${company.name.toLowerCase()}-recovery-codes.txt`
    saveFile(new File([`${codes.join('\n')}\n`], name, { type: 'text/plain' }))
  }

  return (
    <>
      <Dialog
        isOpen
        onClose={discard.ask}
        title="Keep your recovery codes"
        description="The second factor is on. Without your phone, each of these lets you in once. They are not shown again."
        actions={<Button onClick={onClose}>I have kept them</Button>}
      >
        <ul className="grid grid-cols-1 gap-x-6 gap-y-1 rounded bg-sand p-4 font-semibold tabular-nums tracking-wide min-[24rem]:grid-cols-2">
          {codes.map((code) => (
            <li key={code} className="break-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={copy}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button variant="secondary" size="sm" onClick={download}>
            Download
          </Button>
          <span role="status" className="sr-only">
            {isCopied && 'The codes have been copied.'}
          </span>
        </div>
      </Dialog>
      {discard.question}
    </>
  )
}
