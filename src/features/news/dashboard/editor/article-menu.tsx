import { useState } from 'react'
import { DeleteDialog } from '#client/resources/undo/delete-dialog.tsx'
import { Ellipsis } from '#ui/icons.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import type { Draft } from '../../drafts-contract.ts'
import { articleDeletion, articleName } from '../article-status.ts'
import type { Publication } from './use-publication.ts'

type ArticleMenuProps = { draft: Draft; publication: Publication }

/** What else can be done with the article that is open. */
export function ArticleMenu({ draft, publication }: ArticleMenuProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const { status, has_changes } = draft
  return (
    <>
      <Menu
        trigger={<Ellipsis aria-hidden="true" className="size-5" />}
        triggerLabel="More actions"
        size="icon"
      >
        {status === 'published' && (
          <MenuLink to={`/insights/${draft.public_slug}`}>See on the site</MenuLink>
        )}
        {has_changes && status !== 'unpublished' && (
          <MenuItem onSelect={() => void publication.discard()}>
            Discard unpublished changes
          </MenuItem>
        )}
        {status !== 'unpublished' && (
          <MenuItem onSelect={() => void publication.move('unpublish')}>
            {status === 'archived' ? 'Make it a draft' : 'Unpublish'}
          </MenuItem>
        )}
        {status !== 'archived' && (
          <MenuItem onSelect={() => void publication.move('archive')}>Archive</MenuItem>
        )}
        <MenuSeparator />
        <MenuItem isDanger onSelect={() => setIsDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      <DeleteDialog
        {...articleDeletion}
        row={isDeleting ? draft : undefined}
        rowName={articleName}
        onClose={() => setIsDeleting(false)}
        onDeleted={publication.leave}
      />
    </>
  )
}
