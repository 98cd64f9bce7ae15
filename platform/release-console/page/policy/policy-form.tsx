import { Box, Button, TextField } from '@mui/material';
import { permissions } from '@shop/releases/change-model/permissions';
import type { Policy } from '@shop/releases/service-api/responses';
import { type FormEvent, useState } from 'react';
import { splitList } from '../components/format';
import { Note, oneColumn, panel, RemoveButton, row, Section } from '../components/layout';
import { SelectField } from '../components/select-field';

export interface PolicyFormProps {
  policy: Policy;
  onChange: (policy: Policy) => void;
}

/** Roles and people of a policy as fields. The other rules are in the text. */
export function PolicyForm({ policy, onChange }: PolicyFormProps) {
  const { roles, people } = policy;
  const setRoles = (next: Policy['roles']) => onChange({ ...policy, roles: next });
  const setPeople = (next: Policy['people']) => onChange({ ...policy, people: next });
  const removeRole = (name: string) => {
    const { [name]: _, ...rest } = roles;
    const kept = Object.entries(people).map(([who, person]) => {
      return [who, { ...person, roles: person.roles.filter((role) => role !== name) }] as const;
    });
    onChange({ ...policy, roles: rest, people: Object.fromEntries(kept) });
  };
  return (
    <Box sx={{ ...oneColumn, gap: 4 }}>
      <Section title="People" note="A person has what one of the roles allows. Without a role a person may only read.">
        {Object.entries(people).map(([name, person]) => (
          <Box key={name} sx={{ ...row, gap: 1, alignItems: 'center' }}>
            <ChoiceField
              label={`Roles of ${name}`}
              chosen={person.roles}
              options={Object.keys(roles)}
              onChange={(chosen) => setPeople({ ...people, [name]: { ...person, roles: chosen } })}
            />
            <RemoveButton
              what={name}
              onClick={() => {
                const { [name]: _, ...rest } = people;
                setPeople(rest);
              }}
            />
          </Box>
        ))}
        <AddField
          label="Name of a person"
          taken={Object.keys(people)}
          onAdd={(name) => setPeople({ ...people, [name]: { roles: [] } })}
        />
      </Section>
      <Section title="Roles" note="Names with commas; * stands for all.">
        {Object.entries(roles).map(([name, role]) => {
          const set = (changes: Partial<typeof role>) => setRoles({ ...roles, [name]: { ...role, ...changes } });
          return (
            <Box key={name} role="group" aria-label={`Role ${name}`} sx={{ ...panel, p: 2, gap: 2 }}>
              <Box sx={{ ...row, alignItems: 'center', gap: 1, fontWeight: 600 }}>
                {name}
                <RemoveButton what={`the role ${name}`} onClick={() => removeRole(name)} />
              </Box>
              <Box sx={{ ...row, gap: 2 }}>
                <ChoiceField
                  label={`What ${name} may do`}
                  chosen={role.may}
                  options={permissions}
                  onChange={(may) => set({ may: permissions.filter((permission) => may.includes(permission)) })}
                />
                <NamesField label={`Apps of ${name}`} names={role.apps} onChange={(apps) => set({ apps })} />
                <NamesField
                  label={`Environments of ${name}`}
                  names={role.environments}
                  onChange={(environments) => set({ environments })}
                />
                <NamesField
                  label={`Groups of ${name}`}
                  names={role.groups ?? []}
                  onChange={(groups) => {
                    const { groups: _, ...rest } = role;
                    setRoles({ ...roles, [name]: groups.length > 0 ? { ...rest, groups } : rest });
                  }}
                />
              </Box>
            </Box>
          );
        })}
        <AddField
          label="Name of a role"
          taken={Object.keys(roles)}
          onAdd={(name) => setRoles({ ...roles, [name]: { may: [], apps: ['*'], environments: ['*'] } })}
        />
      </Section>
      <Note>Rules of environments, machines, slots and backends are in the text.</Note>
    </Box>
  );
}

interface ChoiceFieldProps {
  label: string;
  chosen: readonly string[];
  options: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A field with several of some names. */
function ChoiceField({ label, chosen, options, onChange }: ChoiceFieldProps) {
  return (
    <SelectField
      size="small"
      label={label}
      value={chosen}
      options={options.map((option) => [option, option])}
      onChange={(next) => onChange([next].flat())}
      slotProps={{ select: { multiple: true, displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ flex: '1 1 14rem', minWidth: 0 }}
    />
  );
}

interface NamesFieldProps {
  label: string;
  names: readonly string[];
  onChange: (names: string[]) => void;
}

/** Names as typed, with commas. */
function NamesField({ label, names, onChange }: NamesFieldProps) {
  const [text, setText] = useState(names.join(', '));
  return (
    <TextField
      size="small"
      label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(splitList(event.target.value));
      }}
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
      sx={{ flex: '1 1 14rem', minWidth: 0 }}
    />
  );
}

interface AddFieldProps {
  label: string;
  /** Names that exist. */
  taken: readonly string[];
  onAdd: (name: string) => void;
}

function AddField({ label, taken, onAdd }: AddFieldProps) {
  const [name, setName] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    // The form is in the form of the proposal.
    event.stopPropagation();
    onAdd(name.trim());
    setName('');
  };
  const isTaken = taken.includes(name.trim());
  return (
    <Box sx={{ ...row, gap: 1, alignItems: 'center' }}>
      <TextField
        size="small"
        label={label}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          // Enter accepts a word of an input method. Safari sends it afterwards, with the deprecated code 229.
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (event.key === 'Enter' && name.trim() !== '' && !isTaken) add(event);
        }}
        error={isTaken}
        helperText={isTaken ? 'This name exists.' : undefined}
      />
      <Button disabled={name.trim() === '' || isTaken} onClick={add}>
        Add
      </Button>
    </Box>
  );
}
