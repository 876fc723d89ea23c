import type { Generated } from 'kysely'
import type { Day, Time } from './columns.ts'

type ArticlesTable = {
  id: Generated<number>
  title: string
  /** The title in sortable form. */
  title_key: string
  /** Where visitors find it. It follows the title until the first publication. */
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

/** The changes to an article that visitors see or will see, until they are published. Others are changed in place. */
type ArticleDraftsTable = {
  article_id: number
  /** The `ArticleFields` as JSON. */
  fields: string
  updated_at: Time
}

/** Earlier versions of an article. */
type ArticleRevisionsTable = {
  id: Generated<number>
  article_id: number
  kind: string
  title: string
  /** The `ArticleFields` as JSON. */
  fields: string
  by_user_id: number | null
  by_name: string
  created_at: Time
  /** Later than `created_at` when one user has saved several times within some minutes. */
  saved_at: Time
}

/** Every slug under which an article was published, its present one included. */
type ArticleSlugsTable = {
  slug: string
  article_id: number
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
  /** Empty for the company's own replies, as is its key. */
  email: string
  email_key: Generated<string>
  message: string
  status: string
  /** Set while a pending comment is hidden from visitors until staff approve it. */
  held_at: Time | null
  /** A `HeldReason`, or empty. */
  held_reason: Generated<string>
  /** What the comments of a spam wave have in common: `link:…`, `text:…`, or the block that held them. */
  wave_key: Generated<string>
  /** A keyed hash of the network that the comment came from, for a month; or empty. */
  network_key: Generated<string>
  /** Who of the staff wrote it in the company's name; empty for visitors' comments. */
  staff_name: Generated<string>
  /** The version of the privacy page that applied when it was sent; empty where none is known. */
  consent_version: Generated<string>
  search_text: string
  created_at: Time
  updated_at: Time
}

/** What a moderator decided, of one comment or of many at once. */
type CommentDecisionsTable = {
  id: Generated<number>
  action: string
  /** The number of comments that it changed. */
  total: number
  by_user_id: number
  by_name: string
  created_at: Time
  undone_at: Time | null
}

/** A comment's former and new status by a decision. */
type CommentChangesTable = {
  id: Generated<number>
  decision_id: number
  comment_id: number
  from_status: string
  from_held_at: Time | null
  to_status: string
  /** Null of those from before this was kept. */
  changed_at: Time | null
}

/** What holds new comments until staff have looked at them. */
type CommentBlocksTable = {
  id: Generated<number>
  kind: string
  /** In the spelling that comments are compared in; of a network the keyed hash. */
  value: string
  note: string
  hits: number
  last_hit_at: Time | null
  by_name: string
  created_at: Time
  expires_at: Time | null
}

/** Visitors who get an email about answers to a comment, once they have confirmed it. */
type CommentFollowersTable = {
  id: Generated<number>
  /** The comment that is answered. */
  thread_id: number
  /** What they wrote: that comment or an answer to it. */
  comment_id: number
  email: string
  email_key: string
  consent_version: string
  created_at: Time
  confirmed_at: Time | null
}

/** An answer that followers get an email about. */
type CommentAnswersTable = {
  reply_id: number
  thread_id: number
  told_at: Time | null
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
  article_drafts: ArticleDraftsTable
  article_revisions: ArticleRevisionsTable
  article_slugs: ArticleSlugsTable
  tags: TagsTable
  article_tags: ArticleTagsTable
  comments: CommentsTable
  comment_counts: CommentCountsTable
  comment_decisions: CommentDecisionsTable
  comment_changes: CommentChangesTable
  comment_blocks: CommentBlocksTable
  comment_followers: CommentFollowersTable
  comment_answers: CommentAnswersTable
}
