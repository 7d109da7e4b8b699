# Fills an empty Request Tracker 5 with the work of an invented college's service desk.
# The clock stands still and nothing is drawn at random: two fillings give the same rows, the
# salts of passwords aside.
use strict;
use warnings;

our $now;
BEGIN {
    $now = 1_767_607_200;    # 2026-01-05 10:00 UTC
    *CORE::GLOBAL::time = sub () { $main::now };
}

use lib '/usr/share/request-tracker5/lib';
use RT -init;

my $system = RT->SystemUser;

my $root = RT::User->new($system);
$root->Load("root");
made("password", $root->SetPassword($ENV{RT_ROOT_PASSWORD}));

sub made {
    my ($what, $id, @message) = @_;
    die "$what was not made: @message\n" unless $id;
    return $id;
}

sub new_object { my $class = shift; return $class->new($system) }

sub create {
    my ($class, %with) = @_;
    my $object = new_object($class);
    made("$class " . ($with{Name} // $with{Subject} // ''), $object->Create(%with));
    return $object;
}

# People and groups.
my (%user, %group, %queue);
for my $row (
    [ 'amara',  'Amara Okafor',    'Service desk lead' ],
    [ 'bjorn',  'Bjorn Lindqvist', 'Network engineer' ],
    [ 'chen',   'Chen Wei',        'Desktop support' ],
    [ 'dalia',  'Dalia Haddad',    'Facilities' ],
    [ 'emil',   'Emil Novak',      'Purchasing' ],
    [ 'farah',  'Farah Siddiqui',  'IT manager' ],
    [ 'goran',  'Goran Petrovic',  'Desktop support' ],
    [ 'hanna',  'Hanna Virtanen',  'Assets' ],
) {
    my ($name, $real, $job) = @$row;
    $user{$name} = create('RT::User', Name => $name, RealName => $real, Privileged => 1,
        EmailAddress => "$name\@college.example", Organization => $job, Password => "$name-2026");
}
for my $name (qw(ines jonas karim lena mateo nora oscar priya quentin rosa)) {
    $user{$name} = create('RT::User', Name => $name, Privileged => 0,
        RealName => ucfirst($name), EmailAddress => "$name\@students.example");
}
my %members = (
    'Service Desk'    => [qw(amara chen goran)],
    'Network Team'    => [qw(bjorn)],
    'Facilities Crew' => [qw(dalia)],
    'Buyers'          => [qw(emil hanna)],
    'Managers'        => [qw(farah amara)],
);
for my $name (sort keys %members) {
    my $group = $group{$name} = new_object('RT::Group');
    made("group $name", $group->CreateUserDefinedGroup(Name => $name, Description => "The $name"));
    made("member $_", $group->AddMember($user{$_}->PrincipalId)) for @{ $members{$name} };
}

# Queues, who may do what there, and who watches.
for my $row (
    [ 'Help Desk',  'Computers, accounts and printers', 'Service Desk',    'help' ],
    [ 'Network',    'Wired and wireless network',       'Network Team',    'network' ],
    [ 'Facilities', 'Rooms, heating and furniture',     'Facilities Crew', 'facilities' ],
    [ 'Purchasing', 'Orders and licences',              'Buyers',          'orders' ],
    [ 'Onboarding', 'New staff: accounts and desks',    'Service Desk',    'welcome' ],
) {
    my ($name, $description, $team, $mailbox) = @$row;
    my $queue = $queue{$name} = create('RT::Queue', Name => $name, Description => $description,
        CorrespondAddress => "$mailbox\@college.example",
        CommentAddress    => "$mailbox-comment\@college.example");
    made("right $_", $group{$team}->PrincipalObj->GrantRight(Right => $_, Object => $queue))
        for qw(SeeQueue ShowTicket OwnTicket ModifyTicket ReplyToTicket CommentOnTicket TakeTicket);
    made("watcher of $name", $queue->AddWatcher(Type => 'AdminCc',
        PrincipalId => $group{$team}->PrincipalId));
}
my $everyone = new_object('RT::Group');
$everyone->LoadSystemInternalGroup('Everyone');
made("right $_", $everyone->PrincipalObj->GrantRight(Right => $_, Object => RT->System))
    for qw(CreateTicket ReplyToTicket);

# Custom fields and custom roles.
my %field;
for my $row (
    [ 'Severity',  'SelectSingle',   'RT::Queue-RT::Ticket', [ 'Help Desk', 'Network' ],
        [qw(Low Normal High Outage)] ],
    [ 'Room',      'FreeformSingle', 'RT::Queue-RT::Ticket', [ 'Help Desk', 'Facilities' ], [] ],
    [ 'Software',  'SelectMultiple', 'RT::Queue-RT::Ticket', [ 'Help Desk', 'Purchasing' ],
        [qw(Matlab SPSS Office AutoCAD)] ],
    [ 'Start date', 'DateSingle',    'RT::Queue-RT::Ticket', ['Onboarding'], [] ],
    [ 'Cost centre', 'FreeformSingle', 'RT::Queue-RT::Ticket', ['Purchasing'], [] ],
) {
    my ($name, $type, $lookup, $queues, $values) = @$row;
    my $field = $field{$name} = create('RT::CustomField', Name => $name,
        Type => $type, LookupType => $lookup, Description => "$name of a ticket");
    my $order = 0;
    made("value $_", $field->AddValue(Name => $_, SortOrder => $order++)) for @$values;
    made("$name for $_", $field->AddToObject($queue{$_})) for @$queues;
}
my $desk_phone = create('RT::CustomField', Name => 'Desk phone', Type => 'FreeformSingle',
    LookupType => 'RT::User');
made('Desk phone', $desk_phone->AddToObject(new_object('RT::User')));
my $approver = create('RT::CustomRole', Name => 'Approver', MaxValues => 1,
    Description => 'Who signs an order', EntryHint => 'Approver');
made('role', $approver->AddToObject($queue{Purchasing}->id));

# Templates and scrips.
create('RT::Template', Name => 'Survey', Queue => $queue{'Help Desk'}->id, Type => 'Perl',
    Description => 'Asks how it went',
    Content => "Subject: How did we do?\n\nPlease tell us about {\$Ticket->Subject}.\n");
create('RT::Template', Name => 'Escalation', Queue => 0, Type => 'Perl',
    Description => 'Tells managers',
    Content => "Subject: Escalated: {\$Ticket->Subject}\n\nPlease look at {\$Ticket->id}.\n");
create('RT::Scrip', Queue => $queue{'Help Desk'}->id, Description => 'On Resolve Send Survey',
    ScripCondition => 'On Resolve', ScripAction => 'Notify Requestors', Template => 'Survey');
create('RT::Scrip', Queue => 0, Description => 'On Priority Change Notify AdminCcs',
    ScripCondition => 'On Priority Change', ScripAction => 'Notify AdminCcs',
    Template => 'Escalation');

# Tickets: each queue has its own matters, in turn.
my %matters = (
    'Help Desk'  => [ 'Printer on floor 2 jams', 'Cannot log in to mail', 'Laptop does not charge',
        'Projector shows no picture', 'Password forgotten', 'Shared drive is missing' ],
    'Network'    => [ 'Wireless drops in the library', 'Port in room 104 is dead',
        'Slow downloads after lunch', 'Guest network asks for a password' ],
    'Facilities' => [ 'Heating is off in room 12', 'Broken chair', 'Light flickers in the hall' ],
    'Purchasing' => [ 'Licence for Matlab', 'Two monitors', 'Toner for the office' ],
    'Onboarding' => [ 'New lecturer in physics', 'New librarian' ],
    'General'    => [ 'Question on opening hours', 'Thanks for the quick help' ],
);
my %owners = ('Help Desk' => [qw(chen goran amara)], Network => ['bjorn'],
    Facilities => ['dalia'], Purchasing => ['emil'], Onboarding => ['amara']);
my @requestors = qw(ines jonas karim lena mateo nora oscar priya quentin rosa);
my @statuses = qw(new open open stalled resolved new rejected open);
my ($count, @tickets) = (0);
for my $round (1 .. 4) {
    for my $queue (sort keys %matters) {
        for my $subject (@{ $matters{$queue} }) {
            next if $round == 4 and $count >= 72;
            $main::now += 3_600;
            my $requestor = $requestors[ $count % @requestors ];
            my $owners = $owners{$queue};
            my $ticket = new_object('RT::Ticket');
            my ($id, undef, $message) = $ticket->Create(
                Queue => $queue, Subject => "$subject ($round)",
                Requestor => $user{$requestor}->EmailAddress,
                Owner => $owners && $count % 3 ? $user{ $owners->[ $count % @$owners ] }->id
                    : RT->Nobody->id,
                Priority => 10 * ($count % 9),
                MIMEObj => MIME::Entity->build(Type => 'text/plain', Data => "$subject, please.\n"),
            );
            made("ticket $subject", $id, $message);
            my $status = $statuses[ $count % @statuses ];
            made("status $status", $ticket->SetStatus($status)) unless $status eq 'new';
            if ($count % 4 == 1) {
                made('comment', $ticket->Comment(Content => 'Looked at it.', TimeTaken => 10));
                made('reply', $ticket->Correspond(Content => 'We are on it.'));
            }
            push @tickets, $ticket;
            $count++;
        }
    }
}
made('severity', $tickets[$_]->AddCustomFieldValue(Field => $field{Severity}->id,
    Value => (qw(Low Normal High))[ $_ % 3 ]))
    for grep { $tickets[$_]->QueueObj->Name eq 'Help Desk' } 0 .. 20;
made('link', $tickets[3]->AddLink(Type => 'DependsOn', Target => $tickets[4]->id));
made('link', $tickets[5]->AddLink(Type => 'MemberOf', Target => $tickets[6]->id));
made('link', $tickets[7]->AddLink(Type => 'RefersTo', Target => $tickets[8]->id));

# Saved searches and dashboards.
my $format = q{'<a href="/Ticket/Display.html?id=__id__">__id__</a>/TITLE:#',}
    . q{'<a href="/Ticket/Display.html?id=__id__">__Subject__</a>/TITLE:Subject','__Status__'};
my %search;
for my $row (
    [ 'Unowned in Help Desk', q{Queue = 'Help Desk' AND Owner = 'Nobody' AND Status = '__Active__'} ],
    [ 'Stalled orders',       q{Queue = 'Purchasing' AND Status = 'stalled'} ],
    [ 'High priority',        q{Priority > 50 AND Status = '__Active__'} ],
) {
    my ($name, $query) = @$row;
    my $search = $search{$name} = new_object('RT::SavedSearch');
    made("search $name", $search->Save(Privacy => 'RT::System-' . RT->System->id, Type => 'Ticket',
        Name => $name, SearchParams => { Query => $query, Format => $format, RowsPerPage => 50,
            OrderBy => 'id', Order => 'ASC' }));
}
for my $name ('Desk overview', 'Orders of the week') {
    my $dashboard = new_object('RT::Dashboard');
    my @panes = map { { portlet_type => 'search', id => $search{$_}->Id, description => $_,
        pane => 'body', privacy => 'RT::System-1' } }
        $name eq 'Desk overview' ? ('Unowned in Help Desk', 'High priority') : ('Stalled orders');
    made("dashboard $name", $dashboard->Save(Name => $name, Privacy => 'RT::System-1',
        Panes => { body => \@panes, sidebar => [] }));
}

# Articles.
my $class = create('RT::Class', Name => 'How-to', Description => 'Answers that we give often');
made('class', $class->AddToObject(new_object('RT::Queue')));
my $answer = create('RT::CustomField', Name => 'Answer', Type => 'TextSingle',
    LookupType => 'RT::Class-RT::Article');
made('Answer', $answer->AddToObject($class));
create('RT::Topic', Name => $_, ObjectType => 'RT::Class', ObjectId => $class->id, Parent => 0)
    for ('Accounts', 'Printing');
create('RT::Article', Name => $_->[0], Summary => $_->[1], Class => $class->id,
    'CustomField-' . $answer->id => $_->[1])
    for (
        [ 'Reset a password', 'Passwords are reset at the desk, with a card.' ],
        [ 'Clear a paper jam', 'Open tray 2 and pull gently.' ],
        [ 'Join the wireless network', 'Choose college and log in.' ],
        [ 'Order a licence', 'Write to orders with a cost centre.' ],
    );

# Assets.
my $laptops = create('RT::Catalog', Name => 'Laptops', Lifecycle => 'assets',
    Description => 'Laptops on loan');
my $serial = create('RT::CustomField', Name => 'Serial number', Type => 'FreeformSingle',
    LookupType => 'RT::Catalog-RT::Asset');
made('Serial number', $serial->AddToObject($laptops));
for my $number (1 .. 12) {
    create('RT::Asset', Name => "Laptop $number", Catalog => $laptops->id,
        Description => '14 inch', Status => (qw(new allocated in-use new))[ $number % 4 ],
        'CustomField-' . $serial->id => sprintf('LT-%04d', $number),
        ($number % 4 == 1 ? (HeldBy => $user{hanna}->PrincipalId) : ()));
}
print "$count tickets\n";
