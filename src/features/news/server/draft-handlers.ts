import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { draftsContract } from '../drafts-contract.ts'
import { findArticleRows, findAuthors } from './article-rows.ts'
import { askLinks } from './ask-link.ts'
import { withContentErrors } from './content.ts'
import { deleteDraft, findDraft } from './drafts.ts'
import { findRevision, findRevisions } from './revisions.ts'
import { saveDraft } from './save-draft.ts'
import { addArticle } from './write.ts'

const procedures = implementContract(draftsContract)

export const draftsHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) =>
    findArticleRows(context.database, input, input, context.now()),
  ),

  authors: procedures.authors.handler(async ({ context }) => ({
    results: await findAuthors(context.database),
  })),

  create: procedures.create.handler(async ({ context }) => {
    const id = await addArticle(context, { ...empty, author: requireViewer(context).name })
    return getDraft(context, id)
  }),

  get: procedures.get.handler(({ input, context }) => getDraft(context, input.id)),

  save: procedures.save
    .use(withContentErrors({ mayBeEmpty: true }))
    .handler(({ input, context }) => {
      const { id, expected_updated_at: expected, ...changes } = input
      return saveDraft(context, { id, expected, changes, kind: 'saved' })
    }),

  discard: procedures.discard.handler(({ input, context }) => {
    const { id, expected_updated_at: expected } = input
    return editRow(context, 'This article', {
      table: 'articles',
      id,
      expected,
      changes: {},
      find: (transaction) => findDraft(transaction, id, context.now()),
      async write(transaction) {
        if (!(await deleteDraft(transaction, id))) return
        const line = { action: 'deleted', target: 'article draft', id } as const
        await writeAudit(transaction, context, line)
      },
    })
  }),

  revisions: procedures.revisions.handler(({ input, context }) =>
    findRevisions(context.database, input.id, input),
  ),

  revision: procedures.revision.handler(({ input, context }) => getRevision(context, input.id)),

  restore: procedures.restore.handler(async ({ input, context }) => {
    const { article_id: id, fields: changes } = await getRevision(context, input.id)
    const expected = input.expected_updated_at
    return saveDraft(context, { id, expected, changes, kind: 'restored' })
  }),

  checkLinks: procedures.checkLinks.handler(async ({ input }) => ({
    results: await askLinks(input.urls),
  })),
})

const empty = {
  title: '',
  banner: '',
  category: 'business' as const,
  description: '',
  content: '',
  done_at: null,
  published_at: null,
  archived_at: null,
  tags: [],
}

async function getDraft({ database, now }: RequestContext, id: number) {
  const draft = await findDraft(database, id, now())
  if (!draft) throw notFound('This article')
  return draft
}

async function getRevision({ database }: RequestContext, id: number) {
  const revision = await findRevision(database, id)
  if (!revision) throw notFound('This revision')
  return revision
}
