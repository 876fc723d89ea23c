import type { Generated } from 'kysely'
import type { Day, Time } from './columns.ts'

type ArticlesTable = {
  id: Generated<number>
  title: string
  /** The title in sortable form. */
  title_key: string
  /** Generated from the first title and never changed, so that links stay valid. */
  slug: string
  banner: string
  category: string
  author: string
  description: string
  /** Sanitized HTML. */
  content: string
  /** The date shown on the article, if staff chose one. */
  done_at: Day | null
  search_text: string
  /** When visitors see it, in the past or the future; null for a draft. */
  published_at: Time | null
  archived_at: Time | null
  created_at: Time
  updated_at: Time
}

type TagsTable = {
  id: Generated<number>
  name: string
  /** The name in lower case without accents, unique. */
  name_key: string
}

type ArticleTagsTable = {
  article_id: number
  tag_id: number
  position: number
}

/** Comments and their replies, which refer to their parent. */
type CommentsTable = {
  id: Generated<number>
  article_id: number
  parent_id: number | null
  name: string
  name_key: string
  email: string
  message: string
  status: string
  /** Set while a pending comment is hidden from visitors until staff approve it. */
  held_at: Time | null
  search_text: string
  created_at: Time
  updated_at: Time
}

/** How many comments of an article are alike. Triggers keep it in step with the comments. */
type CommentCountsTable = {
  article_id: number
  status: string
  /** 1 or 0, as the next. */
  is_held: number
  is_reply: number
  total: number
}

/** Articles, their tags and comments. */
export type NewsTables = {
  articles: ArticlesTable
  tags: TagsTable
  article_tags: ArticleTagsTable
  comments: CommentsTable
  comment_counts: CommentCountsTable
}
