import { useRead } from '#client/api/queries.ts'

/** The `data-row-id` of a wave. */
export const waveRowId = (id: string) => `wave ${id}`

/** The waves among the pending comments, and when they were read. */
export function useCommentWaves(isShown: boolean) {
  const { data, isLoading } = useRead('comments.waves', undefined, { enabled: isShown })
  const waves = (isShown && data?.results) || []
  return {
    waves,
    isLoading,
    seenAt: data?.seen_at ?? '',
    /** @param rowId the `data-row-id` of a row */
    find: (rowId: string) => waves.find(({ id }) => waveRowId(id) === rowId),
  }
}
