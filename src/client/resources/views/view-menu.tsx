import { useState } from 'react'
import { useLocation } from 'react-router'
import type { SavedView } from '#features/views/contract.ts'
import type { ListUrl } from '#ui/data-table/list-url.ts'
import { Bookmark, Check } from '#ui/icons.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import { useIsStaying } from '#ui/use-is-staying.ts'
import { useWrite } from '../../api/queries.ts'
import { useUser } from '../../api/use-auth-state.ts'
import { useNotifiedWrite } from '../../api/use-notified-write.ts'
import { DeleteDialog } from '../undo/delete-dialog.tsx'
import { useSavedViews, viewSearch } from './use-saved-views.ts'

const ViewDialog = lazyComponent(() => import('./view-dialog.tsx'), 'ViewDialog')

type ViewMenuProps = { list: SavedView['list']; listUrl: ListUrl }
type Open = { dialog: 'create' } | { dialog: 'edit' | 'delete'; view: SavedView }

/** Opens a saved view of a list, saves what is shown as one, and changes or deletes the one that is shown. */
export function ViewMenu({ list, listUrl }: ViewMenuProps) {
  const { pathname } = useLocation()
  const { role } = useUser()
  const { views = [], shown, parameters, isChanged } = useSavedViews(list, listUrl)
  const update = useNotifiedWrite('views.update')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const create = useWrite('views.create')
  const isStaying = useIsStaying()
  /** A colleague's view would come back as one's own. */
  const undoOf = ({ is_own, name, parameters, is_shared, is_pinned }: SavedView) =>
    is_own
      ? async () => {
          await create.mutateAsync({ list, name, parameters, is_shared, is_pinned })
          return `The view “${name}” is back.`
        }
      : undefined
  const mayChange = shown && (shown.is_own || role === 'ADMIN')

  const linkTo = (view: SavedView) => (
    <MenuLink key={view.id} to={pathname + viewSearch(view)}>
      <Check
        aria-hidden="true"
        className={view.id === shown?.id ? 'size-4 shrink-0' : 'invisible size-4 shrink-0'}
      />
      <span className="min-w-0 max-w-64">
        <span className="block truncate">{view.name}</span>
        {view.is_shared && (
          <span className="block truncate text-muted text-xs">
            {view.is_own ? 'Shared by you' : `Shared by ${view.by}`}
          </span>
        )}
      </span>
      {view.id === shown?.id && <span className="sr-only">, shown</span>}
    </MenuLink>
  )
  const trigger = (
    <>
      <Bookmark aria-hidden="true" className="size-4" />
      Views
    </>
  )
  return (
    <>
      <Menu trigger={trigger} variant="secondary" size="sm">
        <div className="max-h-[50dvh] overflow-y-auto">{views.map(linkTo)}</div>
        {views.length > 0 && <MenuSeparator />}
        <MenuItem onSelect={() => setOpen({ dialog: 'create' })}>Save as a view...</MenuItem>
        {mayChange && (
          <>
            {isChanged && (
              <MenuItem
                onSelect={() =>
                  update(
                    { id: shown.id, parameters, expected_updated_at: shown.updated_at },
                    ({ name }) => `“${name}” is what you see now.`,
                  )
                }
              >
                Replace “{short(shown.name)}”
              </MenuItem>
            )}
            <MenuItem onSelect={() => setOpen({ dialog: 'edit', view: shown })}>
              Rename, share or pin...
            </MenuItem>
            <MenuItem isDanger onSelect={() => setOpen({ dialog: 'delete', view: shown })}>
              Delete “{short(shown.name)}”
            </MenuItem>
          </>
        )}
      </Menu>
      {open && open.dialog !== 'delete' && (
        <ViewDialog
          list={list}
          parameters={parameters}
          view={open.dialog === 'edit' ? open.view : undefined}
          onClose={close}
          onCreated={({ id }) => isStaying() && listUrl.set({ view: id }, { replace: true })}
        />
      )}
      <DeleteDialog
        procedure="views.delete"
        row={open?.dialog === 'delete' ? open.view : undefined}
        rowName={({ name }) => `the view “${name}”`}
        text={
          open?.dialog === 'delete' && open.view.is_shared
            ? 'Your colleagues lose it, too. What it shows stays.'
            : 'What it shows stays.'
        }
        undoOf={undoOf}
        onClose={close}
        onDeleted={() => isStaying() && listUrl.set({ view: undefined }, { replace: true })}
      />
    </>
  )
}

const short = (name: string) => (name.length > 30 ? `${name.slice(0, 29)}…` : name)
