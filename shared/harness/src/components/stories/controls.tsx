import Stack from '@mui/material/Stack';
import {
  Alert,
  Checkbox,
  ControlsTheme,
  Drawer,
  FormControl,
  FormControlLabel,
  FormHelperText,
  InputAdornment,
  TextField,
} from '@shop/ui/controls';
import { Button, Typography } from '@shop/ui/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { StorySection } from '../story';

export const controls: StorySection = {
  id: 'controls',
  title: 'Controls',
  about:
    'The second tier, which loads with the first screen that needs it. In a form, use the fields of Forms instead.',
  stories: [
    {
      name: 'TextField',
      from: '@shop/ui/controls',
      about: 'A field outside a form: a search, a filter, a choice.',
      states: [
        { label: 'Empty', show: <TextField label="Order Number" /> },
        { label: 'Filled', show: <TextField label="Order Number" defaultValue="TT-7K2M9QXA" /> },
        {
          label: 'With helper text',
          show: <TextField label="Order Number" helperText="You find it in your e-mail." />,
        },
        {
          label: 'In error',
          show: <TextField label="Order Number" error helperText="Order number is required" />,
        },
        { label: 'Disabled', show: <TextField label="Order Number" defaultValue="TT-7K2M9QXA" disabled /> },
        { label: 'Several lines', show: <TextField label="Message" multiline minRows={3} /> },
        {
          label: 'A choice',
          show: (
            <TextField label="Category" select defaultValue="pans" slotProps={{ select: { native: true } }}>
              <option value="pans">Pans</option>
              <option value="pots">Pots</option>
            </TextField>
          ),
        },
      ],
    },
    {
      name: 'InputAdornment',
      from: '@shop/ui/controls',
      about: 'An icon or a button inside a field, at its start or end.',
      states: [
        {
          label: 'At the start',
          show: <TextField label="Search" slotProps={{ input: { startAdornment: renderSearchIcon() } }} />,
        },
        {
          label: 'A unit at the end',
          show: (
            <TextField
              label="Weight"
              defaultValue="2.4"
              slotProps={{ input: { endAdornment: <InputAdornment position="end">kg</InputAdornment> } }}
            />
          ),
        },
      ],
    },
    {
      name: 'Checkbox',
      from: '@shop/ui/controls',
      about: 'Yes or no. It always needs a label: combine it with FormControlLabel.',
      states: [
        { label: 'Not chosen', show: <Checkbox slotProps={{ input: { 'aria-label': 'Gift wrap' } }} /> },
        {
          label: 'Chosen',
          show: <Checkbox defaultChecked slotProps={{ input: { 'aria-label': 'Gift wrap, yes' } }} />,
        },
        {
          label: 'Disabled',
          show: <Checkbox disabled slotProps={{ input: { 'aria-label': 'Gift wrap, disabled' } }} />,
        },
      ],
    },
    {
      name: 'FormControlLabel',
      from: '@shop/ui/controls',
      about: 'The label of a checkbox. A click on the label toggles it.',
      states: [
        { label: 'With a checkbox', show: <FormControlLabel label="Remember me" control={<Checkbox />} /> },
        { label: 'Disabled', show: <FormControlLabel label="Remember me" disabled control={<Checkbox />} /> },
      ],
    },
    {
      name: 'FormControl',
      from: '@shop/ui/controls',
      about: 'Groups a control, its label and its helper text, and passes the error state to them.',
      states: [
        {
          label: 'In error',
          show: (
            <FormControl error>
              <FormControlLabel label="I agree to the terms of sale" control={<Checkbox />} />
              <FormHelperText>Please agree to go on</FormHelperText>
            </FormControl>
          ),
        },
      ],
    },
    {
      name: 'FormHelperText',
      from: '@shop/ui/controls',
      about: 'Helper text or error of a control other than TextField.',
      states: [
        { label: 'Helper text', show: <FormHelperText>Six digits</FormHelperText> },
        { label: 'An error', show: <FormHelperText error>Please select a size</FormHelperText> },
      ],
    },
    {
      name: 'Alert',
      from: '@shop/ui/controls',
      about:
        'A message that stays on the page. For a message that disappears use a toast: useNotify of @shop/notifications.',
      states: [
        { label: 'A failure', show: <Alert severity="error">Payment failed. You have not been charged.</Alert> },
        { label: 'A success', show: <Alert severity="success">We have your message.</Alert> },
        { label: 'Information', show: <Alert severity="info">You are offline.</Alert> },
        { label: 'A warning', show: <Alert severity="warning">Two pieces are left.</Alert> },
      ],
    },
    {
      name: 'ControlsTheme',
      from: '@shop/ui/controls',
      about: 'Gives the controls of a screen the shop’s theme. ShopForm contains it.',
      states: [
        {
          label: 'Around controls',
          show: (
            <ControlsTheme>
              <TextField label="City" />
            </ControlsTheme>
          ),
        },
      ],
    },
    {
      name: 'Drawer',
      from: '@shop/ui/controls',
      about: 'Slides in from an edge, traps the focus, closes with Escape and returns the focus.',
      states: [{ label: 'From the left', show: <OpenedByButton /> }],
    },
  ],
};

function renderSearchIcon() {
  return (
    <InputAdornment position="start">
      <Search size={18} aria-hidden />
    </InputAdornment>
  );
}

function OpenedByButton() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Open the drawer
      </Button>
      <Drawer
        open={isOpen}
        onClose={close}
        slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': 'Menu' } }}
      >
        <Stack spacing={2} sx={{ width: 280, p: 3 }}>
          <Typography variant="h3" component="p">
            Menu
          </Typography>
          <Typography>Press Escape or click outside to close.</Typography>
          <Button variant="contained" onClick={close}>
            Close
          </Button>
        </Stack>
      </Drawer>
    </>
  );
}
