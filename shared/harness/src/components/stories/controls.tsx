import {
  Alert,
  Checkbox,
  ControlsTheme,
  FormControl,
  FormControlLabel,
  FormHelperText,
  TextField,
} from '@shop/ui/controls';
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
  ],
};
