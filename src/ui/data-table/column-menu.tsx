import { Columns3 } from '#ui/icons.ts'
import { Menu, MenuCheck } from '../overlays/menu.tsx'
import { columnsParameter, type DataColumn, shownColumns } from './columns.ts'
import type { ListUrl } from './list-url.ts'

type ColumnMenuProps<Row> = { columns: readonly DataColumn<Row>[]; listUrl: ListUrl }

/** Chooses the columns of a table. The choice is in the URL. */
export function ColumnMenu<Row>({ columns, listUrl }: ColumnMenuProps<Row>) {
  const shown = shownColumns(columns, listUrl)

  function toggle(id: string, isShown: boolean) {
    const next = new Set(shown)
    if (isShown) next.add(id)
    else next.delete(id)
    listUrl.set({ columns: columnsParameter(columns, next) }, { replace: true })
  }

  const trigger = (
    <>
      <Columns3 aria-hidden="true" className="size-4" />
      Columns
    </>
  )
  return (
    <Menu trigger={trigger} variant="secondary" size="sm">
      {columns
        .filter((column) => !column.isMain)
        .map(({ id, header }) => (
          <MenuCheck key={id} isChecked={shown.has(id)} onChange={(isShown) => toggle(id, isShown)}>
            {header}
          </MenuCheck>
        ))}
    </Menu>
  )
}
