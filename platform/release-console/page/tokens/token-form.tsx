import { Box, Checkbox, FormControl, FormControlLabel, FormGroup, FormLabel, TextField } from '@mui/material';
import { type Permission, permissions } from '@shop/releases/change-model/permissions';
import { maxTokenDays } from '@shop/releases/service-api/constants';
import { type FormEvent, useId, useState } from 'react';
import { consoleApi } from '../api/console-api';
import { FormButtons, panel } from '../components/layout';
import { Problem } from '../components/query-result';

const permissionLabels: Readonly<Record<Permission, string>> = {
  promote: 'Promote, and roll canaries out',
  rollback: 'Roll back, and halt canaries',
  lock: 'Lock and unlock',
  force: 'Override gates and freezes',
  policy: 'Propose and approve changes of the policy',
};

export interface TokenFormProps {
  /** Names of environments. */
  environments: readonly string[];
  /** Receives the token. */
  onCreated: (token: string) => void;
  onClose: () => void;
}

/** Form of a new token: name, days and scope. */
export function TokenForm({ environments, onCreated, onClose }: TokenFormProps) {
  const { data: releases = [] } = consoleApi.useReleasesQuery();
  const [create, { error, isLoading }] = consoleApi.useCreateTokenMutation();
  const [name, setName] = useState('');
  const [days, setDays] = useState(30);
  const [apps, setApps] = useState<readonly string[]>(['*']);
  const [envs, setEnvs] = useState<readonly string[]>(['*']);
  const [may, setMay] = useState<readonly string[]>(['promote', 'rollback']);
  const isReady = name.trim() !== '' && days >= 1 && days <= maxTokenDays && apps.length > 0 && envs.length > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const scope = {
      apps: [...apps],
      environments: [...envs],
      may: permissions.filter((permission) => may.includes(permission)),
    };
    const { data } = await create({ name: name.trim(), days, scope });
    if (data) onCreated(data.token);
  };
  return (
    <Box
      component="form"
      aria-label="New token"
      onSubmit={(event) => void submit(event)}
      sx={{ ...panel, p: { xs: 2, md: 3 }, gap: 2.5 }}
    >
      <TextField
        label="Name"
        required
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
        helperText="Where you use it, such as my laptop."
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      <TextField
        label="Days until it ends"
        type="number"
        required
        value={days}
        onChange={(event) => setDays(Number(event.target.value))}
        slotProps={{ htmlInput: { min: 1, max: maxTokenDays, step: 1 } }}
        helperText={`At most ${maxTokenDays}.`}
        sx={{ maxWidth: 200 }}
      />
      <CheckBoxes
        legend="It may"
        options={Object.entries(permissionLabels)}
        checked={may}
        onChange={setMay}
        help="Without any, it may read."
      />
      <CheckBoxes
        legend="Apps"
        options={[['*', 'All apps'], ...releases.map(({ app }) => [app, app] as const)]}
        checked={apps}
        onChange={setApps}
      />
      <CheckBoxes
        legend="Environments"
        options={[['*', 'All environments'], ...environments.map((env) => [env, env] as const)]}
        checked={envs}
        onChange={setEnvs}
      />
      <Problem error={error} />
      <FormButtons submit="Create" isReady={isReady} isLoading={isLoading} onClose={onClose} />
    </Box>
  );
}

interface CheckBoxesProps {
  legend: string;
  options: readonly (readonly [value: string, label: string])[];
  checked: readonly string[];
  onChange: (checked: readonly string[]) => void;
  help?: string;
}

/** Choice of several values. `*` stands for all of them, so the others are disabled with it. */
function CheckBoxes({ legend, options, checked, onChange, help }: CheckBoxesProps) {
  const id = useId();
  const hasAll = checked.includes('*');
  return (
    <FormControl component="fieldset" aria-describedby={help ? id : undefined}>
      <FormLabel component="legend">{legend}</FormLabel>
      <FormGroup row sx={{ columnGap: 1 }}>
        {options.map(([value, label]) => (
          <FormControlLabel
            key={value}
            label={label}
            control={
              <Checkbox
                checked={hasAll || checked.includes(value)}
                disabled={hasAll && value !== '*'}
                onChange={(event) => {
                  const others = checked.filter((name) => name !== value);
                  if (!event.target.checked) onChange(others);
                  else onChange(value === '*' ? ['*'] : [...others, value]);
                }}
              />
            }
          />
        ))}
      </FormGroup>
      {help && (
        <Box id={id} sx={{ typography: 'body2', color: 'text.secondary' }}>
          {help}
        </Box>
      )}
    </FormControl>
  );
}
