/** What a list can be downloaded as. */
export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]
