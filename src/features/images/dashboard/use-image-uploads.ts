import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { rememberUser } from '#client/api/same-user.ts'
import { notify } from '#ui/feedback/notify.ts'
import { useIsUnmounted } from '#ui/use-is-unmounted.ts'

export type ImageUpload = {
  id: number
  name: string
  /** In bytes. */
  size: number
  sent: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  problem: string
}

const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Uploads pictures one after the other, as the server makes their sizes in that way, also after the page was left.
 * Takes those that are pasted.
 */
export function useImageUploads() {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<ImageUpload[]>([])
  const input = useRef<HTMLInputElement>(null)
  const queue = useRef<{ id: number; image: File }[]>([])
  const isRunning = useRef(false)
  const lastId = useRef(0)
  const isUnmounted = useIsUnmounted()

  const update = (id: number, change: Partial<ImageUpload>) =>
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...change } : one)))

  async function run() {
    if (isRunning.current) return
    isRunning.current = true
    addEventListener('beforeunload', askBeforeUnload)
    const isSameUser = rememberUser()
    for (let next = queue.current.shift(); next && isSameUser(); next = queue.current.shift()) {
      const { id, image } = next
      update(id, { state: 'sending' })
      try {
        const onProgress = (sent: number, total: number) =>
          // The body is a little longer than the picture.
          update(id, { sent: Math.round((sent / total) * image.size) })
        await api.images.upload({ image }, { context: { onProgress } })
        update(id, { state: 'done', sent: image.size })
        await client.invalidateQueries({ queryKey: ['Gallery'] })
      } catch (error) {
        const { detail, fields } = parseApiError(error)
        const problem = fields.image?.join(' ') ?? detail
        update(id, { state: 'failed', problem })
        const message = `${image.name}: ${problem}`
        if (isUnmounted.current && isSameUser()) notify({ type: 'error', message })
      }
    }
    removeEventListener('beforeunload', askBeforeUnload)
    isRunning.current = false
  }

  function add(files: Iterable<File> | null | undefined) {
    const added = [...(files ?? [])].map((image) => {
      lastId.current += 1
      return { id: lastId.current, image }
    })
    if (added.length === 0) return
    queue.current.push(...added)
    const shown = added.map(({ id, image }) => ({
      id,
      name: image.name,
      state: 'waiting' as const,
      problem: '',
      size: image.size,
      sent: 0,
    }))
    // What went well before is told by the list.
    setUploads((now) => [...now.filter(({ state }) => state !== 'done'), ...shown])
    void run()
  }

  const paste = useEffectEvent((event: ClipboardEvent) => {
    if ((event.target as HTMLElement).closest('input, textarea')) return
    const pictures = [...(event.clipboardData?.files ?? [])]
    if (pictures.length === 0) return
    event.preventDefault()
    add(pictures)
  })
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [])

  return {
    uploads,
    input,
    add,
    choose: () => input.current?.click(),
    dismiss: (id: number) => setUploads((now) => now.filter((one) => one.id !== id)),
  }
}
