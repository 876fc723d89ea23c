import type { Generated } from 'kysely'
import type { Day, Time } from './columns.ts'

type ArticlesTable = {
  id: Generated<number>
  title: string
  /** The title as it is sorted. */
  title_key: string
  /** Made from the first title, and kept: links to it stay good. */
  slug: string
  banner: string
  category: string
  author: string
  description: string
  /** HTML that has been made safe. */
  content: string
  /** The day that staff chose to stand on it, if they did. */
  done_at: Day | null
  search_text: string
  /** When visitors see it, in the past or to come; null for a draft. */
  published_at: Time | null
  archived_at: Time | null
  created_at: Time
  updated_at: Time
}

type TagsTable = {
  id: Generated<number>
  name: string
  /** The name in small letters without accents: a tag stands once. */
  name_key: string
}

type ArticleTagsTable = {
  article_id: number
  tag_id: number
  position: number
}

/** Comments, and the replies to them, which name their parent. */
type CommentsTable = {
  id: Generated<number>
  article_id: number
  parent_id: number | null
  name: string
  name_key: string
  email: string
  message: string
  status: string
  /** Set while a pending comment is kept from visitors until somebody approves it. */
  held_at: Time | null
  search_text: string
  created_at: Time
  updated_at: Time
}

/** Articles with their tags, and what visitors say of them. */
export type NewsTables = {
  articles: ArticlesTable
  tags: TagsTable
  article_tags: ArticleTagsTable
  comments: CommentsTable
}
