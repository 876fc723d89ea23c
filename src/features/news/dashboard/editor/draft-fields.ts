import { normalizedHtml } from '#client/rich-text/article-html.ts'
import type { ArticleFields } from '../../drafts-contract.ts'
import { articleFieldNames } from '../../validation.ts'

/** The fields of a draft, with the text as the editor would save it. */
export const fieldsOfDraft = (draft: ArticleFields) =>
  ({
    ...Object.fromEntries(articleFieldNames.map((name) => [name, draft[name]])),
    content: normalizedHtml(draft.content),
  }) as ArticleFields
