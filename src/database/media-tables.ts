import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

/** Uploaded images, by the name in their URLs. */
type ImagesTable = {
  id: Generated<number>
  name: string
  /** Identifies the same picture, encoded in the same way, when it is uploaded again. */
  source: string
  /** What it shows, offered wherever it is inserted. */
  alt: Generated<string>
  /** The name of the uploaded file. */
  file_name: Generated<string>
  /** What the largest variant weighs. */
  size_bytes: Generated<number>
  /** Who uploaded it first; empty where that is not known. */
  by_name: Generated<string>
  search_text: Generated<string>
  /** When the image was last uploaded or used. */
  wanted_at: Time
  created_at: Time
  updated_at: Time
}

/** The encoded variants of an image: `640.avif` and so on, and `preview.jpg`. */
type ImageFilesTable = {
  image_id: number
  variant: string
  file_id: number
}

/** Images that others have replaced, by their former names. */
type ImageRedirectsTable = {
  name: string
  image_id: number
}

/** Which rows refer to images, by the images' names: kept by `refreshImageUses`. */
type ImageUsesTable = {
  name: string
  table_name: string
  row_id: string
  column_name: string
}

/** Rows whose images have changed since `image_uses` was refreshed. Triggers write them. */
type ImageChangesTable = {
  id: Generated<number>
  table_name: string
  row_id: string
}

/** What staff have deleted. */
type TrashTable = {
  id: Generated<number>
  /** One of `rowKinds`. */
  kind: string
  row_id: string
  /** The name of the deleted row. */
  title: string
  search_text: string
  /** The row and what was deleted with it, as JSON: a `Snapshot`. */
  snapshot: string
  /** How many rows were deleted with it. */
  dependents: number
  by_user_id: number
  by_name: string
  created_at: Time
}

/** The files of what is in the trash. */
type TrashFilesTable = {
  trash_id: number
  file_id: number
}

/** Pictures, and what was deleted. */
export type MediaTables = {
  images: ImagesTable
  image_files: ImageFilesTable
  image_redirects: ImageRedirectsTable
  image_uses: ImageUsesTable
  image_changes: ImageChangesTable
  trash: TrashTable
  trash_files: TrashFilesTable
}
