import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { fileFromResponse, saveFile } from '#client/api/files.ts'
import { notify } from '#ui/feedback/notify.ts'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import type { ApplicationFilters } from '../contract.ts'
import { exportFormats } from '../validation.ts'

const labels = { csv: 'CSV', xlsx: 'Excel (xlsx)', json: 'JSON' }

type ApplicationExportMenuProps = {
  filters: ApplicationFilters
  ordering: string | undefined
}

/** Downloads the applications that match the list's filters, in the list's order. */
export function ApplicationExportMenu({ filters, ordering }: ApplicationExportMenuProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function download(format: (typeof exportFormats)[number]) {
    setIsBusy(true)
    try {
      const response = await api.applications.export({
        query: { format },
        body: { filters, ordering },
      })
      const file = fileFromResponse(response)
      saveFile(file)
      notify({ type: 'success', message: `Exported to ${file.name}` })
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
