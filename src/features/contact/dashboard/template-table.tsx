import { EditDialog, type EditorProps } from '#client/resources/edit/edit-dialog.tsx'
import { useSave } from '#client/resources/edit/use-save.ts'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { BackLink } from '#client/resources/page/back-link.tsx'
import { formatLocalDate } from '#shared/format.ts'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { textFilter } from '#ui/data-table/filters.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { replyVariables } from '../reply-variables.ts'
import type { ReplyTemplate } from '../templates-contract.ts'
import { textLengthMax } from '../validation.ts'

const listSpec = { filters: { search: textFilter('Search templates') } }

const templateTitle = ({ title }: ReplyTemplate) => title

/** The templates of replies. */
export function TemplateTable() {
  const list = useResourceList('replyTemplates.list', listSpec)
  return (
    <>
      <nav aria-label="Messages" className="mb-4">
        <BackLink to="/dashboard/messages" />
      </nav>
      <ResourcePage
        title="Reply templates"
        text="Texts that are often sent, for everybody who answers messages."
        plural="templates"
        list={list}
        columns={templateColumns}
        rowName={templateTitle}
        emptyText="A template saves typing the same reply again."
        editor={{ noun: 'template', Dialog: TemplateDialog }}
        deletion={{ procedure: 'replyTemplates.delete' }}
      />
    </>
  )
}

const templateColumns = (
  onEdit: (template: ReplyTemplate) => void,
): DataColumn<ReplyTemplate>[] => [
  {
    id: 'title',
    header: 'Template',
    isMain: true,
    className: 'min-w-56',
    cell: (template) => (
      <MainCell name={template.title} text={template.text} onOpen={() => onEdit(template)} />
    ),
  },
  timeColumn('updated_at', 'Changed', formatLocalDate, { className: 'tabular-nums' }),
]

const valuesOf = (template: ReplyTemplate | undefined) => ({
  title: template?.title ?? '',
  text: template?.text ?? '',
})

const inputOf = (values: ReturnType<typeof valuesOf>) => values

function TemplateDialog({ row, onClose }: EditorProps<ReplyTemplate>) {
  const save = useSave('replyTemplates', inputOf)
  return (
    <EditDialog
      noun="template"
      savedBy="replyTemplates.update"
      rowName={templateTitle}
      row={row}
      valuesOf={valuesOf}
      save={save}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('title')} label="Title" maxLength={120} required />
          <TextArea {...field('text')} label="Text" rows={9} maxLength={textLengthMax} required />
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
            {Object.entries(replyVariables).map(([name, meaning]) => (
              <div key={name} className="contents">
                <dt className="font-mono">{`{{${name}}}`}</dt>
                <dd className="text-muted">{meaning}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </EditDialog>
  )
}
