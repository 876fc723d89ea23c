import { useRead } from '#client/api/queries.ts'
import { EditDialog, type EditorProps } from '#client/resources/edit/edit-dialog.tsx'
import { useSave } from '#client/resources/edit/use-save.ts'
import { ImageField } from '#client/resources/picture/image-field.tsx'
import { portraitFrames } from '#client/resources/picture/portrait-frames.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import type { TeamMember } from '../contract.ts'

const valuesOf = (member: TeamMember | undefined) => ({
  full_name: member?.full_name ?? '',
  position: member?.position ?? '',
  role: member?.role ?? '',
  department: member?.department ?? '',
  linkedin_link: member?.linkedin_link ?? '',
  profile_picture: member?.profile_picture ?? '',
})

const inputOf = (values: ReturnType<typeof valuesOf>) => values

export function MemberDialog({ row, onClose }: EditorProps<TeamMember>) {
  const labels = useRead('team.labels', undefined).data
  const save = useSave('team', inputOf)
  return (
    <EditDialog
      noun="member"
      savedBy="team.update"
      rowName={({ full_name }) => full_name}
      row={row}
      valuesOf={valuesOf}
      save={save}
      onClose={onClose}
    >
      {(field, _watch, control) => (
        <>
          <TextField {...field('full_name')} label="Full name" maxLength={120} required />
          <TextField {...field('position')} label="Position" maxLength={120} required />
          <TextField
            {...field('role')}
            label="Role"
            hint="Such as Leadership or Mentor; visitors don't see it."
            list="member-roles"
            maxLength={60}
          />
          <Labels id="member-roles" labels={labels?.roles} />
          <TextField
            {...field('department')}
            label="Department"
            list="member-departments"
            maxLength={60}
          />
          <Labels id="member-departments" labels={labels?.departments} />
          <TextField
            {...field('linkedin_link')}
            label="LinkedIn page"
            type="url"
            placeholder="https://www.linkedin.com/in/"
            maxLength={500}
          />
          <ImageField
            label="Picture"
            control={control}
            name="profile_picture"
            frames={portraitFrames}
          />
        </>
      )}
    </EditDialog>
  )
}

const Labels = ({ id, labels = [] }: { id: string; labels?: string[] }) => (
  <datalist id={id}>
    {labels.map((label) => (
      <option key={label} value={label} />
    ))}
  </datalist>
)
