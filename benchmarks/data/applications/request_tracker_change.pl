# Renames one custom field: one page of the application, and the lists that name it, change.
use strict;
use warnings;
use lib '/usr/share/request-tracker5/lib';
use RT -init;

my $field = RT::CustomField->new(RT->SystemUser);
$field->LoadByName(Name => 'Desk phone', LookupType => 'RT::User');
die "no field\n" unless $field->id;
my ($done, $message) = $field->SetName('Desk telephone');
die "not renamed: $message\n" unless $done;
