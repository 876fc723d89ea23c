import { useState } from 'react'
import { localDay } from '#shared/company.ts'
import { type ExportFormat, exportFormats } from '#shared/export-formats.ts'
import { notify } from '#ui/feedback/notify.ts'
import { Download } from '#ui/icons.ts'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { parseApiError } from '../../api/errors.ts'
import { fileFromResponse, saveFile } from '../../api/files.ts'

const labels = { csv: 'CSV', xlsx: 'Excel (xlsx)', json: 'JSON' }

type ExportMenuProps = {
  /** What is in the file, such as 'applications': named after it where the server's name can't be read. */
  plural: string
  /** Calls the export of the rows that match the list's filters, in the list's order. */
  fetchFile: (format: ExportFormat) => Promise<{ body: unknown }>
}

/** Downloads a list as a file. */
export function ExportMenu({ plural, fetchFile }: ExportMenuProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function download(format: ExportFormat) {
    setIsBusy(true)
    try {
      const file = fileFromResponse(await fetchFile(format))
      const name = saveFile(file, `${plural}-${localDay(new Date())}.${format}`)
      notify({ type: 'success', message: `Exported to ${name}` })
    } catch (error) {
      notify({ type: 'error', message: `The export failed. ${parseApiError(error).detail}` })
    } finally {
      setIsBusy(false)
    }
  }

  const trigger = (
    <>
      <Download aria-hidden="true" className={isBusy ? 'size-4 animate-pulse' : 'size-4'} />
      {isBusy ? 'Exporting...' : 'Export'}
    </>
  )
  return (
    <Menu trigger={trigger} variant="secondary" size="sm">
      {exportFormats.map((format) => (
        <MenuItem key={format} isDisabled={isBusy} onSelect={() => download(format)}>
          {labels[format]}
        </MenuItem>
      ))}
    </Menu>
  )
}
